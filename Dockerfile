# docs/deployment.md says how to run it, and how to build it for amd64 and arm64. `deploy/test/image.long.ts` runs these steps
# in an empty folder.

# What installs read. Its folders stay the same when code changes, and so do the layers that install from them.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS manifests
WORKDIR /checkout
COPY . .
RUN node .ci/manifests.mjs /all && node .ci/manifests.mjs /service apps/server

# JavaScript is the same on each platform: it is built on the machine that builds the image.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /src
COPY --from=manifests /all .
RUN node .ci/bootstrap.mjs --install-only
COPY . .
RUN node .ci/bootstrap.mjs
RUN node .ci/release.mjs /palaver

FROM node:24-bookworm-slim AS packages
WORKDIR /palaver
COPY --from=manifests /service .
RUN node .ci/bootstrap.mjs

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir -p /data/files && chown -R node:node /data && chmod 700 /data /data/files
COPY --from=packages /palaver /palaver
COPY --from=build /palaver /palaver
# node, by its number, from which Kubernetes knows that it is not root.
USER 1000:1000
WORKDIR /palaver
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "apps/server/dist/main.js"]
