# The partner's server with its built widget. Settings come from the environment; server/README.md lists them. Your
# hooks are a module that you mount or copy in. HOOKS_MODULE names it.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY widget/package.json widget/
COPY server/package.json server/
COPY server/sandbox/package.json server/sandbox/
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SQLITE_FILE=/data/dx.sqlite
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/server ./server
COPY --from=build /app/widget/package.json ./widget/
COPY --from=build /app/widget/dist ./widget/dist
RUN mkdir /data && chown node /data
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
