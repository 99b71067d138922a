-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "packagesDigest" TEXT;

-- CreateTable
CREATE TABLE "PackageBundle" (
    "key" TEXT NOT NULL,
    "code" BYTEA NOT NULL,
    "packages" JSON NOT NULL,
    "hasNode" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "usedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PackageBundle_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "PackageBundle_usedAt_idx" ON "PackageBundle"("usedAt");
