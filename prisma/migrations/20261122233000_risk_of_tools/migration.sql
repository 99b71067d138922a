-- A listed skill is as risky as the tools that its SkillSet may use; rows written before said what it declares of itself.
UPDATE "CatalogEntry" AS entry SET "riskLevel" = CASE
    WHEN tools ?| ARRAY['commands.run', 'workspace.openFile'] THEN 'commands' ELSE 'writes' END
FROM (
  SELECT "id", ("document"->'permissions'->'tools')::jsonb AS tools FROM "Version"
) AS version
WHERE version."id" = entry."versionId" AND entry."kind" = 'action' AND jsonb_typeof(tools) = 'array'
  AND (tools ?| ARRAY['commands.run', 'workspace.openFile']
    OR entry."riskLevel" = 'read-only' AND tools ?| ARRAY['vault.ensureFolder', 'vault.createFile', 'vault.writeFile',
      'vault.patchFile', 'vault.rename', 'vault.delete', 'editor.replaceSelection', 'editor.insertAtCursor',
      'editor.replaceRange']);
