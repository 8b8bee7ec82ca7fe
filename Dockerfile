# The partner's server with its built widget. server/container.md shows how to run it. Settings come from the environment;
# server/README.md lists them. Your hooks are a module that you mount or copy in. HOOKS_MODULE names it.
FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY widget/package.json widget/
COPY server/package.json server/
COPY server/sandbox/package.json server/sandbox/

FROM manifests AS build
RUN npm ci
COPY . .
RUN npm run build
RUN npm run --silent sbom > sbom.cdx.json && npm run --silent licenses > licenses.md

FROM manifests AS dependencies
RUN npm ci --omit=dev --workspace=@dx-booking/server --ignore-scripts

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SQLITE_FILE=/data/dx.sqlite
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/server ./server
COPY --from=build /app/widget/dist/cdn ./widget/dist/cdn
COPY --from=build /app/sbom.cdx.json /app/licenses.md ./
# A running server installs nothing.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
VOLUME /data
# The user "node". As a number, so that Kubernetes can check that it is not root.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# A smaller space for new objects: 12 MiB less memory, and no more processor time.
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
