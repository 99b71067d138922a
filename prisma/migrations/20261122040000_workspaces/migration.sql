-- What members have open of a vault, and the edits that pages and tools make to it together.
CREATE TABLE "Workspace" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "leaves" JSON NOT NULL DEFAULT '[]',
    "activeLeafId" TEXT,
    "mode" TEXT NOT NULL DEFAULT 'source',

    CONSTRAINT "Workspace_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "OpenDocument" (
    "id" TEXT NOT NULL,
    "workspaceId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "isCrlf" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 0,
    "savedVersion" INTEGER NOT NULL DEFAULT 0,
    "etag" TEXT NOT NULL,
    "rivalEtag" TEXT,
    "anchor" INTEGER NOT NULL DEFAULT 0,
    "head" INTEGER NOT NULL DEFAULT 0,
    "selectedBy" TEXT,

    CONSTRAINT "OpenDocument_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "DocumentUpdate" (
    "documentId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "clientId" TEXT NOT NULL,
    "changes" JSON NOT NULL,

    CONSTRAINT "DocumentUpdate_pkey" PRIMARY KEY ("documentId","version")
);

CREATE TABLE "OpenPage" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "focusedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OpenPage_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Workspace_organisationId_userId_key" ON "Workspace"("organisationId", "userId");
CREATE UNIQUE INDEX "OpenDocument_workspaceId_path_key" ON "OpenDocument"("workspaceId", "path");
CREATE INDEX "OpenPage_userId_organisationId_idx" ON "OpenPage"("userId", "organisationId");

ALTER TABLE "Workspace" ADD CONSTRAINT "Workspace_organisationId_userId_fkey" FOREIGN KEY ("organisationId", "userId") REFERENCES "Membership"("organisationId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OpenDocument" ADD CONSTRAINT "OpenDocument_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "DocumentUpdate" ADD CONSTRAINT "DocumentUpdate_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "OpenDocument"("id") ON DELETE CASCADE ON UPDATE CASCADE;
