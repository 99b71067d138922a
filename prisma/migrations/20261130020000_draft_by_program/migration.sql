-- Tells whether a program wrote the current revision of a draft, for the person whose own change it precedes.
ALTER TABLE "Draft" ADD COLUMN "byProgram" BOOLEAN NOT NULL DEFAULT false;
