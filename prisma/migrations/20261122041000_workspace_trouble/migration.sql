-- Why an open text could not be saved, for the page to show; and what a tool gave back that edited one, for the same
-- call made again.
ALTER TABLE "OpenDocument" ADD COLUMN "trouble" TEXT;
ALTER TABLE "DocumentUpdate" ADD COLUMN "output" JSON;
