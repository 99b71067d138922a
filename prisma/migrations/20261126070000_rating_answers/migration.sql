-- The publisher's public answer to a rating; empty for none.
ALTER TABLE "Rating" ADD COLUMN "answer" TEXT NOT NULL DEFAULT '', ADD COLUMN "answeredAt" TIMESTAMP(3);
