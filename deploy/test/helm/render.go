// Renders the templates of a chart as Helm does: with Go's text/template and the functions of sprig. It reads a JSON object with
// `folder`, `values`, `release` and `chart`, and writes one with a text for each template. Unlike Helm it refuses a value that
// does not exist.
package main

import (
	"bytes"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
)

type input struct {
	Folder  string
	Values  map[string]any
	Release map[string]any
	Chart   map[string]any
}

func main() {
	var in input
	check(json.NewDecoder(os.Stdin).Decode(&in))
	all := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	// JSON is YAML.
	functions["toYaml"] = functions["toJson"]
	functions["include"] = func(name string, data any) (string, error) {
		var text bytes.Buffer
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	paths, err := filepath.Glob(filepath.Join(in.Folder, "templates", "*"))
	check(err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		check(err)
		template.Must(all.New(filepath.Base(path)).Funcs(functions).Parse(string(text)))
	}
	out := map[string]string{}
	data := map[string]any{"Values": in.Values, "Release": in.Release, "Chart": in.Chart}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text bytes.Buffer
		check(all.ExecuteTemplate(&text, name, data))
		out[name] = text.String()
	}
	check(json.NewEncoder(os.Stdout).Encode(out))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
