-- What publishers have proven by themselves: a domain, or a repository.
CREATE TABLE "PublisherProof" (
    "id" TEXT NOT NULL,
    "publisherId" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "provenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checkedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failingSince" TIMESTAMP(3),

    CONSTRAINT "PublisherProof_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "PublisherProof_publisherId_method_key" ON "PublisherProof"("publisherId", "method");

CREATE INDEX "PublisherProof_checkedAt_idx" ON "PublisherProof"("checkedAt");

ALTER TABLE "PublisherProof" ADD CONSTRAINT "PublisherProof_publisherId_fkey" FOREIGN KEY ("publisherId") REFERENCES "Publisher"("id") ON DELETE CASCADE ON UPDATE CASCADE;
