-- Questions that calls of MCP sessions ask on their stream, and the level of log messages that a session wants. Unlogged, as McpCall is.
CREATE UNLOGGED TABLE "McpQuestion" (
    "id" TEXT NOT NULL,
    "answer" JSON,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "McpQuestion_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "McpQuestion_createdAt_idx" ON "McpQuestion"("createdAt");

CREATE UNLOGGED TABLE "McpLogLevel" (
    "id" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "McpLogLevel_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "McpLogLevel_createdAt_idx" ON "McpLogLevel"("createdAt");
