-- Skills that an organisation gives its agents as tools, each with the version that a person read and agreed to.
CREATE TABLE "Toolset" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Toolset_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ToolsetSkill" (
    "toolsetId" TEXT NOT NULL,
    "skillName" TEXT NOT NULL,
    "versionId" TEXT NOT NULL,
    "contractHash" TEXT NOT NULL,
    "permissionsHash" TEXT NOT NULL,
    "agreedById" TEXT NOT NULL,
    "agreedByName" TEXT NOT NULL,
    "agreedAt" TIMESTAMP(3) NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ToolsetSkill_pkey" PRIMARY KEY ("toolsetId", "skillName")
);

CREATE UNIQUE INDEX "Toolset_organisationId_slug_key" ON "Toolset"("organisationId", "slug");
CREATE INDEX "ToolsetSkill_versionId_idx" ON "ToolsetSkill"("versionId");

ALTER TABLE "Toolset" ADD CONSTRAINT "Toolset_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ToolsetSkill" ADD CONSTRAINT "ToolsetSkill_toolsetId_fkey" FOREIGN KEY ("toolsetId") REFERENCES "Toolset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ToolsetSkill" ADD CONSTRAINT "ToolsetSkill_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
