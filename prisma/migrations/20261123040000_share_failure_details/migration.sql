-- When, and by whom, the details of a failed run were shared with the publisher of its skill; null while they are not.
ALTER TABLE "Run" ADD COLUMN "detailsSharedAt" TIMESTAMP(3);
ALTER TABLE "Run" ADD COLUMN "detailsSharedById" TEXT;
