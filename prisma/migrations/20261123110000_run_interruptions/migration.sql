-- Stores why an interrupted run failed as a code in "errorDetail"; earlier versions recognised it by the message of the
-- error. Edits the text, because jsonb refuses some texts that json accepts. In JSON text, quotes within strings are
-- escaped, so the patterns match keys and whole values only.
UPDATE "Run" SET "errorDetail" = '{"interruption":"during"}' WHERE "errorDetail"::text = '{"isLost":true}';

UPDATE "Run" SET "errorDetail" = CASE
    WHEN "errorDetail" IS NULL OR "errorDetail"::text IN ('null', '{}') THEN '{"interruption":"' || "lost"."interruption" || '"}'
    ELSE '{"interruption":"' || "lost"."interruption" || '",' || substr("errorDetail"::text, 2)
  END::json
FROM (VALUES
  ('The sandbox is not available right now, so nothing ran.', 'before'),
  ('The sandbox is busy right now, so nothing ran.', 'before'),
  ('The sandbox stopped while the skill was running. Nothing came out of it.', 'during'),
  ('The sandbox stopped while the skill was running. There is no output.', 'during')
) AS "lost" ("message", "interruption")
WHERE "Run"."state" = 'failed'
  AND "Run"."error"::text LIKE '{"code":"TOOL\_NOT\_AVAILABLE",%'
  AND strpos("Run"."error"::text, '"message":"' || "lost"."message" || '"') > 0;
