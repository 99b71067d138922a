-- What a listed skill takes and returns, for searches by types: its contract, and the normalised names and types of its
-- fields, by which an index proposes candidates. Null for entries of the previous release, which a sweep fills in.
ALTER TABLE "CatalogEntry"
  ADD COLUMN "contract" JSON,
  ADD COLUMN "takes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "needs" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "returns" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

CREATE INDEX "CatalogEntry_takes_idx" ON "CatalogEntry" USING gin ("takes") WITH (fastupdate=off);
CREATE INDEX "CatalogEntry_returns_idx" ON "CatalogEntry" USING gin ("returns") WITH (fastupdate=off);
CREATE INDEX "CatalogEntry_without_contract_idx" ON "CatalogEntry" ("skillSetId") WHERE "contract" IS NULL AND "kind" = 'action';
