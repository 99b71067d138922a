ALTER TABLE "ReviewComment"
  ADD COLUMN "part" TEXT,
  ADD COLUMN "line" INTEGER,
  ADD COLUMN "quote" TEXT;
