-- A toolset may hold tools of the house. They have no version that is kept: what was agreed to is kept beside the consent.
ALTER TABLE "ToolsetSkill" ALTER COLUMN "versionId" DROP NOT NULL;
ALTER TABLE "ToolsetSkill" ADD COLUMN "toolDocument" JSON;
ALTER TABLE "ToolsetSkill" ADD CONSTRAINT "ToolsetSkill_agreed_to" CHECK (("versionId" IS NULL) <> ("toolDocument" IS NULL));
