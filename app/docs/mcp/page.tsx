import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Card, CardContent } from '#components/ui/card.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { OFFERED_SCOPES, SCOPE_MEANINGS } from '#lib/contract/market/key-scopes.ts'
import { type McpClient, mcpClients } from '#lib/contract/market/mcp-clients.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

export const metadata: Metadata = { title: 'MCP' }

const SKILL = 'guildhall.text_tools.text_statistics'

export default async function McpPage() {
  const url = publicOrigin(await headers()) + paths.mcp
  return (
    <Page width="reading">
      <PageHeader
        title="MCP"
        description="Give a model the skills of this Guildhall: paste one address into any MCP client and sign in."
      />
      <Card className="mt-6">
        <CardContent className="flex items-center justify-between gap-3 py-3">
          <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{url}</code>
          <CopyButton text={url} label="Copy the address" variant="ghost" />
        </CardContent>
      </Card>

      <Section id="connect" title="Connect a client">
        <Text>
          <p>
            The client opens a browser, where you sign in and see what it asks for. Nothing has to be
            registered or copied back. On a machine without a browser, use a{' '}
            <Link href={paths.keys}>key</Link> with the scopes “read” and “run” instead.
          </p>
        </Text>
        {mcpClients(url).map((client) => (
          <ClientEntry key={client.name} {...client} />
        ))}
      </Section>

      <Section id="consent" title="What you agree to">
        <Text>
          <p>
            The program acts as you, for the organisation you are in when you agree, as far as the boxes you
            leave ticked, and spends no more in a day than you let it. It never gets your password, and never
            the settings of the organisation.
          </p>
        </Text>
        <DataTable
          label="Scopes that a program can ask for"
          columns={['Scope', 'Lets it']}
          rows={OFFERED_SCOPES.map((scope) => [<Code key="scope">{scope}</Code>, SCOPE_MEANINGS[scope]])}
        />
        <Text>
          <p>
            It then appears among your <Link href={paths.keys}>API keys</Link>, where you see when it was last
            used and can revoke it at once. Its token lives for an hour and is renewed as long as it is used
            within thirty days.
          </p>
        </Text>
      </Section>

      <Section id="native" title="Chosen skills as individual tools">
        <Text>
          <p>
            By default, the model gets the eight tools of the{' '}
            <Link href={paths.docsRpc}>Skills Protocol</Link> and finds skills by itself. Name up to fifty
            skills in the address, and each becomes a tool of its own as well, with its own input and output
            schema:
          </p>
        </Text>
        <Sample label="An address with a skill" canCopy>{`${url}?skills=${SKILL}`}</Sample>
        <Text>
          <ul>
            <li>
              It is called like the skill, with <Code>__</Code> for each dot, and says whether it only reads.
            </li>
            <li>
              The result is the skill’s output, as <Code>structuredContent</Code>. What was converted in the
              input, what it cost and the run’s id stand in <Code>_meta</Code>, under{' '}
              <Code>guildhall/coercions</Code>, <Code>guildhall/charged</Code> and{' '}
              <Code>guildhall/run_id</Code>; which version ran under <Code>guildhall/version</Code>,{' '}
              <Code>guildhall/contract_hash</Code> and <Code>guildhall/permissions_hash</Code>, and that it is
              deprecated under <Code>guildhall/notices</Code>; what it wrote and logged under{' '}
              <Code>guildhall/output_blobs</Code> and <Code>guildhall/logs_preview</Code>.
            </li>
            <li>
              <Code>_meta</Code> of a call takes <Code>guildhall/max_price</Code>,{' '}
              <Code>guildhall/idempotency_key</Code>, <Code>guildhall/version</Code>,{' '}
              <Code>guildhall/contract_hash</Code>, <Code>guildhall/dry_run</Code>,{' '}
              <Code>guildhall/timeout_ms</Code> and <Code>guildhall/input_blobs</Code>; that of{' '}
              <Code>execute_skill</Code> takes the same, and that of <Code>run_code</Code>, whose mounted
              skills may cost, the first two. Another field under <Code>guildhall/</Code> is refused.
            </li>
            <li>
              What is refused or fails is a result with <Code>isError</Code>, in words that a model can read
              and correct, and for a program under <Code>guildhall/error</Code> in <Code>_meta</Code>; the
              codes are those of the <Link href={paths.docsErrors}>table</Link>.
            </li>
          </ul>
        </Text>
      </Section>

      <Section id="toolsets" title="Toolsets">
        <Text>
          <p>
            A <Link href={paths.toolsets}>toolset</Link> is such a list under a name, kept by your
            organisation: <Code>{paths.mcpToolset('support_desk')}</Code>. An owner or admin reads what each
            skill, or built-in tool such as <Code>vault.readFile</Code>, tells the model and what it may do,
            and agrees to that version.
          </p>
          <ul>
            <li>A new version with other code, or one that takes and may do less, is used at once.</li>
            <li>
              When its name, description or prompt changes, its contract says or takes more, its price rises
              or it may touch more, the tool is no longer listed, and a call to it, also by{' '}
              <Code>execute_skill</Code> or as a mount of <Code>run_code</Code>, answers <Code>CONFLICT</Code>{' '}
              with each change. The list names it under <Code>guildhall/withheld</Code> in <Code>_meta</Code>.
            </li>
            <li>A person agrees again on the page, where both texts stand. No key can.</li>
          </ul>
        </Text>
      </Section>

      <Section id="more" title="What else there is">
        <DataTable
          label="Parts of the protocol"
          columns={['Part', 'Here']}
          rows={PARTS.map(([part, here]) => [part, here])}
        />
      </Section>
    </Page>
  )
}

function ClientEntry({ name, steps, open, keyed }: McpClient) {
  return (
    <section
      aria-label={name}
      className="grid min-w-0 gap-3 rounded-lg border border-border bg-card p-4 sm:p-5"
    >
      <h3 className="font-medium">{name}</h3>
      <p className="text-pretty text-muted-foreground text-sm">{steps}</p>
      {open && (
        <Sample label={open.where} canCopy>
          {open.text}
        </Sample>
      )}
      {keyed && (
        <Sample label={keyed.where} canCopy>
          {keyed.text}
        </Sample>
      )}
    </section>
  )
}

const PARTS = [
  ['Progress', 'A client that sends a progress token hears what the skill reports while it runs.'],
  ['Cancel', 'Cancelling the call cancels the run. A cancelled run costs nothing.'],
  [
    'Long runs',
    'The same call of execute_skill with the same idempotency_key waits for the same run, also after async.',
  ],
  ['Batches', 'Clients of before 2025-06-18 may send up to 50 messages at once; each counts as a call.'],
  ['Lost connections', 'A run goes on. The client resumes with Last-Event-ID and gets the rest.'],
  ['Resources', 'Files of skills as skill://NAME/PATH, blobs as blob://ID.'],
  ['Prompts', 'Instruction skills: texts for a model to follow.'],
  [
    'Large outputs',
    'Over 64 KiB the eight tools move an output to a blob; a skill’s own tool gives it whole.',
  ],
] as const
