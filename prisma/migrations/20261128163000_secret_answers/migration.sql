-- A constant default: the table is not rewritten.
ALTER TABLE "SkillSet" ADD COLUMN "secretAnswers" JSON NOT NULL DEFAULT '{}';
