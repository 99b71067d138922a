ALTER TABLE "Automation" ADD COLUMN "tokenHash" TEXT;
