# agentbrowser in a container: the package from its own tarball, for a user without rights. See docs/deployment.md.
FROM node:26-slim AS build
WORKDIR /src
COPY . .
# `npm ci` builds dist/ (the script `prepare`).
RUN npm ci && npm pack --ignore-scripts --pack-destination /tmp

FROM node:26-slim
ENV NODE_ENV=production AGENTBROWSER_HOME=/data
COPY --from=build /tmp/agentbrowser-*.tgz /tmp/
# bullmq and ioredis are for `agentbrowser worker` only.
RUN npm install --global /tmp/agentbrowser-*.tgz bullmq@6 ioredis@5 && rm /tmp/agentbrowser-*.tgz && npm cache clean --force
# The first start makes the V8 snapshot for this Node, which later starts use.
RUN agentbrowser open --once 'data:text/html,<p>ready' && mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8766
ENTRYPOINT ["agentbrowser"]
CMD ["--help"]
