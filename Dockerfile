# The server in a container: docs/operations.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts --omit=dev && npm run build
# What the build needed and the server does not.
RUN npm ci --ignore-scripts --omit=dev --workspace @tablier/cli --workspace @tablier/server --workspace @tablier/store

FROM node:24-bookworm-slim
# `docker build --build-arg VERSION=1.2.0 --build-arg REVISION=$(git rev-parse HEAD)` says what the image was built from.
ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title=Tablier org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.source=https://github.com/tablier/tablier \
  org.opencontainers.image.documentation=https://github.com/tablier/tablier/blob/main/docs/self-hosting.md \
  org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=$REVISION \
  org.opencontainers.image.description="Play, watch, study and program Nasca, Masker, Isaac and Arcanor"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 TABLIER_DATA=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages/cli/bin ./packages/cli/bin
COPY --from=build /app/packages/cli/build ./packages/cli/build
COPY --from=build /app/packages/cli/package.json ./packages/cli/package.json
COPY --from=build /app/packages/web/dist ./packages/web/dist
COPY --from=build /app/LICENSE ./
# The texts of these licences are in the base image. Packages of npm contain their source.
RUN cd /usr/share/common-licenses && ls LGPL-3 GPL-3 MPL-2.0 && cd /app \
  && printf '%s\n' 'Tablier: MIT, see LICENSE. Each folder of node_modules has the licence of its package.' \
  'libvips in node_modules/@img: LGPL-3.0-or-later (/usr/share/common-licenses/LGPL-3). You may replace it.' \
  'Its source: https://github.com/lovell/sharp-libvips and https://github.com/libvips/libvips, at the versions in' \
  'node_modules/@img/*/versions.json. Whoever hands on this image must offer that source with it.' \
  'web-push: MPL-2.0 (/usr/share/common-licenses/MPL-2.0), source in node_modules/web-push.' > NOTICE
RUN ln -s /app/packages/cli/bin/tablier.js /usr/local/bin/tablier && chmod +x packages/cli/bin/tablier.js \
  && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tablier"]
CMD ["serve"]
