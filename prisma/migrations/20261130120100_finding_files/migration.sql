-- The path of the file of a skill that a finding or comment is about.
ALTER TABLE "ReviewFinding" ADD COLUMN "file" TEXT;
