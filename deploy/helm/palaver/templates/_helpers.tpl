{{/* What a Service and a Deployment know the pods by. It never changes, because a Deployment cannot change it. */}}
{{- define "palaver.selector" -}}
app.kubernetes.io/name: palaver
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "palaver.labels" -}}
{{ include "palaver.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}
