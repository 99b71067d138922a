import type { Metadata } from 'next'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { RISK_LABELS } from '#lib/contract/document/permission-words.ts'
import { CORE_COMMANDS } from '#lib/contract/market/core-commands.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { TOOL_SKILLS } from '#lib/tools/tool-skill.ts'

export const metadata: Metadata = { title: 'Tools' }

const CALL = `curl $SITE/api/skills/vault.readFile/runs -H "Authorization: Bearer $KEY" \\
  -d '{"args": {"path": "Notes/Today.md"}}'`

const IN_CODE = `// permissions: { "tools": ["vault.readFile"], "vault": ["read:Notes/**"] }
async function handler({ parameters, context }) {
  const { content, etag } = await context.tools.vault.readFile({ path: parameters.path })
  return { message: \`\${content.length} characters\`, etag }
}`

const RESULT = `{
  "callId": "run_…", "runId": "run_…", "tool": "vault.createFile", "attempt": 1,
  "status": "ok", "ok": true,
  "data": { "path": "Notes/Today.md", "created": true, "etag": "…", "mtimeMs": 1795305600000 },
  "startedAt": 1795305600000, "endedAt": 1795305600012, "durationMs": 12,
  "effects": { "created": ["Notes/Today.md"] }
}`

export default function ToolsPage() {
  const namespaces = [...new Set(TOOL_SKILLS.map(({ document }) => document))]
  return (
    <Page width="reading">
      <PageHeader
        title="Tools"
        description="Built-in, free tools. They are called like any skill, through every interface and in plans."
      />

      <Section id="calling" title="Calling one">
        <Text>
          <p>
            Like a skill, a tool has a contract, a page with Quick Execute, and a record of each call. It runs
            on the server instead of in the sandbox, with the caller’s rights. An agent calls it by{' '}
            <Code>execute_skill</Code>, or as a tool of its own by <Code>/mcp?skills=vault.readFile</Code>.
          </p>
          <p>
            A key needs <Code>read</Code> or <Code>run</Code> for those that only read, and <Code>run</Code>{' '}
            together with <Code>write</Code> for the others. A key that is for certain SkillSets calls no
            tools but through them.
          </p>
        </Text>
        <Sample label="From anywhere" canCopy>
          {CALL}
        </Sample>
        <Text>
          <p>
            A skill’s code calls the tools that its SkillSet declares, with its caller’s rights; each call is
            a run of its own below the skill’s. Where it declares places of the vault, it keeps to them.
          </p>
        </Text>
        <Sample label="From a skill" canCopy>
          {IN_CODE}
        </Sample>
      </Section>

      {namespaces.map(({ slug, name, description }) => (
        <Section key={slug} id={slug} title={name}>
          <Text>
            <p>{description}</p>
          </Text>
          <DataTable
            label={`Tools of ${name}`}
            columns={['Tool', 'What it does', 'Risk']}
            rows={TOOL_SKILLS.filter(({ document }) => document.slug === slug).map(
              ({ name: tool, skill }) => [
                <Link key="tool" href={paths.tool(tool)} className="underline underline-offset-4">
                  <Code>{tool}</Code>
                </Link>,
                <div key="does" className="grid gap-1">
                  <p>{skill.description}</p>
                  {skill.sideEffects?.map((effect) => (
                    <p key={effect} className="text-muted-foreground text-xs">
                      {effect}
                    </p>
                  ))}
                </div>,
                RISK_LABELS[skill.riskLevel ?? 'read-only'],
              ],
            )}
          />
        </Section>
      ))}

      <Section id="results" title="Results">
        <Text>
          <p>
            The result of a call has the same shape everywhere: on the page of its run, by{' '}
            <Code>GET /api/runs/ID</Code> as <Code>tool_result</Code>, and for each attempt at a step of a
            plan. <Code>effects</Code> is what was observed to change. With <Code>dryRun</Code> nothing is
            changed: the result says <Code>dryRun: true</Code>, every answer <Code>dry_run: true</Code>, and{' '}
            <Code>effects</Code> is what would have been; <Code>note</Code> goes into the vault’s history.
          </p>
        </Text>
        <Sample label="A ToolResult">{RESULT}</Sample>
      </Section>

      <Section id="commands-there-are" title="Commands of the site">
        <Text>
          <p>
            The palette (Ctrl K, or ⌘K) and the tools <Code>commands.list</Code> and <Code>commands.run</Code>{' '}
            know the same commands: these of the site, and the buttons of every SkillSet that the organisation
            has installed. A command for a page is done on the page that its person looks at; where none is
            open, <Code>executed</Code> is false and says why. The palette also finds files of the vault by
            their names; an agent opens one with <Code>workspace.openFile</Code>.
          </p>
        </Text>
        <DataTable
          label="Commands of the site"
          columns={['Id', 'Name']}
          rows={CORE_COMMANDS.filter((command) => command.for !== 'admin').map(({ id, name }) => [
            <Code key="id">{id}</Code>,
            name,
          ])}
        />
      </Section>
    </Page>
  )
}
