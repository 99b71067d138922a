-- A session that a client has ended is answered with 404.
CREATE UNLOGGED TABLE "McpEndedSession" (
    "id" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "McpEndedSession_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "McpEndedSession_createdAt_idx" ON "McpEndedSession"("createdAt");
