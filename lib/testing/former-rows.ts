/** SQL for a database without rows: a published SkillSet, its install and its run. */
export const FORMER_ROWS = `
  insert into "User" (id, email, name) values ('u', 'ada@test.local', 'Ada');
  insert into "Organisation" (id, name) values ('o', 'Ada');
  insert into "Membership" ("organisationId", "userId", role) values ('o', 'u', 'OWNER');
  insert into "Publisher" (id, handle, "displayName", "organisationId") values ('p', 'press', 'Press', 'o');
  insert into "SkillSet" (id, "publisherId", slug, name, "updatedAt") values ('s', 'p', 'greetings', 'Greetings', now());
  insert into "Version" (id, "skillSetId", number, state, visibility, document)
    values ('v', 's', '1.0.0', 'PUBLISHED', 'PUBLIC', '{}');
  insert into "Install" ("organisationId", "skillSetId", "versionId", "installedById", "updatedAt")
    values ('o', 's', 'v', 'u', now());
  insert into "Run" (id, "organisationId", "userId", "skillSetId", "versionId", "skillName", "versionNumber", mode, channel,
    state, input, coercions, warnings, logs, "contractHash")
    values ('run_1', 'o', 'u', 's', 'v', 'press.greetings.greet', '1.0.0', 'production', 'form',
    'succeeded', '{"name":"Ada"}', '[]', '[]', '[]', '')`
