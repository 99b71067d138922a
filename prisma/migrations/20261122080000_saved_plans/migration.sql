-- Plans that an organisation keeps, and the read-only ones that everybody may copy.
CREATE TABLE "SavedPlan" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "document" JSON NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdById" TEXT NOT NULL,
    "updatedById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SavedPlan_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "PlanTemplate" (
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "document" JSON NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "PlanTemplate_pkey" PRIMARY KEY ("slug")
);

CREATE UNIQUE INDEX "SavedPlan_organisationId_slug_key" ON "SavedPlan"("organisationId", "slug");

ALTER TABLE "SavedPlan" ADD CONSTRAINT "SavedPlan_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
