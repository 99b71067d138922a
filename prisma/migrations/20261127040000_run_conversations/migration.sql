-- A nullable column without a default: the table is not rewritten.
ALTER TABLE "Run" ADD COLUMN "conversationId" TEXT;
