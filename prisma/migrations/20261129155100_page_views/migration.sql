-- How often the public pages of a SkillSet were opened, by day, without who opened them.
CREATE TABLE "PageViewDay" (
    "skillSetId" text NOT NULL,
    "skillSlug" text NOT NULL DEFAULT '',
    day date NOT NULL,
    views integer NOT NULL DEFAULT 0,
    CONSTRAINT "PageViewDay_pkey" PRIMARY KEY ("skillSetId", "skillSlug", day),
    CONSTRAINT "PageViewDay_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" (id) ON UPDATE CASCADE ON DELETE CASCADE
);
