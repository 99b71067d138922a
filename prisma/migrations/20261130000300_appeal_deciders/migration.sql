-- A recall is decided by two admins; neither decides the appeal against it.
ALTER TABLE "Appeal" ADD COLUMN "alsoDecidedById" text;
