-- The files of each organisation. What there is now (VaultFile), the bytes that it and its history mean
-- (VaultContent), and what was done to it (VaultOperation, and per file VaultChange), so that it can be undone.
CREATE TABLE "Vault" (
    "organisationId" TEXT NOT NULL,
    "revision" BIGINT NOT NULL DEFAULT 0,
    "fileCount" INTEGER NOT NULL DEFAULT 0,
    "usedBytes" BIGINT NOT NULL DEFAULT 0,
    "historyBytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "Vault_pkey" PRIMARY KEY ("organisationId")
);

-- Keys are compared byte by byte: a page of a list is the same wherever the database was made, and what is below a
-- folder is one range of the index ("folder/" up to "folder0").
CREATE TABLE "VaultFile" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "parentKey" TEXT COLLATE "C" NOT NULL,
    "isFolder" BOOLEAN NOT NULL,
    "etag" TEXT,
    "sizeBytes" BIGINT NOT NULL DEFAULT 0,
    "modifiedAt" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "VaultFile_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "VaultContent" (
    "organisationId" TEXT NOT NULL,
    "etag" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "isText" BOOLEAN NOT NULL,
    "bytes" BYTEA,
    "contentId" TEXT,
    "touchedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "VaultContent_pkey" PRIMARY KEY ("organisationId", "etag"),
    CONSTRAINT "VaultContent_one_place" CHECK (("bytes" IS NULL) <> ("contentId" IS NULL))
);

CREATE TABLE "VaultOperation" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "runId" TEXT,
    "ordinal" INTEGER NOT NULL DEFAULT 0,
    "planRunId" TEXT,
    "stepId" TEXT,
    "note" TEXT,
    "output" JSON NOT NULL,
    "isTrash" BOOLEAN NOT NULL DEFAULT false,
    "undoneById" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "VaultOperation_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "VaultChange" (
    "organisationId" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "operationId" TEXT NOT NULL,
    "fileId" TEXT NOT NULL,
    "isFolder" BOOLEAN NOT NULL,
    "fileCreatedAt" TIMESTAMP(3) NOT NULL,
    "pathBefore" TEXT,
    "pathAfter" TEXT,
    "etagBefore" TEXT,
    "etagAfter" TEXT,
    "sizeBefore" BIGINT NOT NULL DEFAULT 0,
    "sizeAfter" BIGINT NOT NULL DEFAULT 0,
    "isKept" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "VaultChange_pkey" PRIMARY KEY ("organisationId", "seq")
);

CREATE UNIQUE INDEX "VaultFile_organisationId_key_key" ON "VaultFile"("organisationId", "key");
CREATE INDEX "VaultFile_organisationId_parentKey_key_idx" ON "VaultFile"("organisationId", "parentKey", "key");
CREATE INDEX "VaultFile_organisationId_etag_idx" ON "VaultFile"("organisationId", "etag");
CREATE INDEX "VaultContent_contentId_idx" ON "VaultContent"("contentId");
CREATE INDEX "VaultContent_touchedAt_idx" ON "VaultContent"("touchedAt");
-- A call that is made again after its worker died finds what it has already done.
CREATE UNIQUE INDEX "VaultOperation_runId_ordinal_key" ON "VaultOperation"("runId", "ordinal");
CREATE INDEX "VaultOperation_organisationId_id_idx" ON "VaultOperation"("organisationId", "id" DESC);
CREATE INDEX "VaultOperation_planRunId_idx" ON "VaultOperation"("planRunId");
CREATE INDEX "VaultOperation_createdAt_idx" ON "VaultOperation"("createdAt");
CREATE INDEX "VaultChange_operationId_idx" ON "VaultChange"("operationId");
CREATE INDEX "VaultChange_fileId_seq_idx" ON "VaultChange"("fileId", "seq");
CREATE INDEX "VaultChange_organisationId_pathBefore_idx" ON "VaultChange"("organisationId", "pathBefore");
CREATE INDEX "VaultChange_organisationId_pathAfter_idx" ON "VaultChange"("organisationId", "pathAfter");
CREATE INDEX "VaultChange_organisationId_etagBefore_idx" ON "VaultChange"("organisationId", "etagBefore");
CREATE INDEX "VaultChange_organisationId_etagAfter_idx" ON "VaultChange"("organisationId", "etagAfter");

ALTER TABLE "Vault" ADD CONSTRAINT "Vault_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "VaultFile" ADD CONSTRAINT "VaultFile_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Vault"("organisationId") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "VaultContent" ADD CONSTRAINT "VaultContent_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Bytes that somebody means cannot be swept.
ALTER TABLE "VaultContent" ADD CONSTRAINT "VaultContent_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES "BlobContent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "VaultOperation" ADD CONSTRAINT "VaultOperation_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Vault"("organisationId") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "VaultChange" ADD CONSTRAINT "VaultChange_operationId_fkey" FOREIGN KEY ("operationId") REFERENCES "VaultOperation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
