# docs/deployment.md says how to run it. `npm run test:release` runs these steps in an empty folder.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN node .ci/bootstrap.mjs
RUN node .ci/release.mjs /palaver
WORKDIR /palaver
RUN node .ci/bootstrap.mjs

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /palaver /palaver
RUN mkdir -p /data/files && chown node:node /data /data/files && chmod 700 /data /data/files
USER node
WORKDIR /palaver
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "apps/server/dist/main.js"]
