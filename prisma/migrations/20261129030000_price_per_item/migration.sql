-- A run may cost an amount for each item of its output: then its price is the most that it can cost.
ALTER TABLE "Run" ADD COLUMN "itemMicros" bigint, ADD COLUMN "items" integer;

ALTER TABLE "Run" DROP CONSTRAINT "Run_charged_for_success_only";
-- NOT VALID, because the rule before was stricter, so older rows follow it.
ALTER TABLE "Run" ADD CONSTRAINT "Run_charged_for_success_only" CHECK (
    "chargedMicros" IS NULL OR "chargedMicros" = 0
    OR (state = 'succeeded'::"RunState" AND "chargedMicros" = CASE
        WHEN "itemMicros" IS NULL THEN "priceMicros"
        ELSE least("priceMicros", "itemMicros" * coalesce("items", 0))
    END)
) NOT VALID;
