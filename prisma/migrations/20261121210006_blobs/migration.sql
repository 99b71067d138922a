-- Content that is too big for JSON. The bytes are kept once (BlobContent, found by their hash) in pieces that can be
-- read from anywhere in the middle; what an organisation has of them is a Blob.
CREATE TABLE "Blob" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT,
    "sizeBytes" BIGINT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Blob_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "BlobContent" (
    "id" TEXT NOT NULL,
    "sha256" TEXT,
    "sizeBytes" BIGINT NOT NULL DEFAULT 0,
    "store" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BlobContent_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "BlobChunk" (
    "contentId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "BlobChunk_pkey" PRIMARY KEY ("contentId", "position")
);

-- As it came: files are mostly compressed already, and reading a piece must not unpack it.
ALTER TABLE "BlobChunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

CREATE INDEX "Blob_organisationId_id_idx" ON "Blob"("organisationId", "id" DESC);
CREATE INDEX "Blob_expiresAt_idx" ON "Blob"("expiresAt");
CREATE INDEX "Blob_contentId_idx" ON "Blob"("contentId");
CREATE UNIQUE INDEX "BlobContent_sha256_key" ON "BlobContent"("sha256");
CREATE INDEX "BlobContent_createdAt_idx" ON "BlobContent"("createdAt");

ALTER TABLE "Blob" ADD CONSTRAINT "Blob_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Bytes that somebody means cannot be swept.
ALTER TABLE "Blob" ADD CONSTRAINT "Blob_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES "BlobContent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "BlobChunk" ADD CONSTRAINT "BlobChunk_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES "BlobContent"("id") ON DELETE CASCADE ON UPDATE CASCADE;
