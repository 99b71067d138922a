-- What a client of /mcp may ask for again: the messages of calls that go on, and which run a call became.
CREATE TABLE "McpEvent" (
    "id" BIGSERIAL NOT NULL,
    "streamId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "message" JSON NOT NULL,
    "isLast" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "McpEvent_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "McpCall" (
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "McpCall_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "McpEvent_streamId_id_idx" ON "McpEvent"("streamId", "id");
CREATE INDEX "McpEvent_createdAt_idx" ON "McpEvent"("createdAt");
CREATE INDEX "McpCall_createdAt_idx" ON "McpCall"("createdAt");

ALTER TABLE "McpEvent" ADD CONSTRAINT "McpEvent_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "McpCall" ADD CONSTRAINT "McpCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
