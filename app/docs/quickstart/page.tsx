import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { Code } from '#components/docs/data-table.tsx'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { mcpClients } from '#lib/contract/market/mcp-clients.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { curlQuickstart, pythonQuickstart, typescriptQuickstart } from '#lib/contract/market/quickstart.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

export const metadata: Metadata = { title: 'Quickstart' }

const SKILL = 'guildhall.text_tools.text_statistics'

export default async function QuickstartPage() {
  const origin = publicOrigin(await headers())
  const curl = curlQuickstart({ origin, skill: SKILL })
  return (
    <Page width="reading">
      <PageHeader
        title="Quickstart"
        description="Find a skill, understand it, see what it costs, and run it. Every sample can be copied as it is."
      />
      <Section id="key" title="1. Get a key">
        <Text>
          <p>
            Finding and reading public skills needs none. To run one, make a key under{' '}
            <Link href={paths.keys}>Settings → API keys</Link> with the scopes “read” and “run”, and give it a
            daily cap if it may spend. It is shown once.
          </p>
        </Text>
        <Sample label="Keep it where programs find it" canCopy>
          export GUILDHALL_KEY='gh_…'
        </Sample>
      </Section>

      <Section id="curl" title="2. Try it with curl">
        <Sample label="Find: what there is, by name" canCopy>
          {curl.find}
        </Sample>
        <Sample label="Understand: what goes in, what comes out, what it costs and may touch" canCopy>
          {curl.understand}
        </Sample>
        <Sample label="Run: for one cent at the most" canCopy>
          {curl.run}
        </Sample>
        <Text>
          <p>
            An <Code>error</Code> means that nothing ran: <Code>details</Code> names each field and what is
            wrong with it. A <Code>result</Code> is a run: <Code>status</Code> says how it ended, and only a
            result that keeps the contract is charged.
          </p>
        </Text>
      </Section>

      <Section id="typescript" title="3. As a program">
        <Text>
          <p>
            The same three steps. <Code>contract_hash</Code> makes sure that the skill still is what was read,{' '}
            <Code>max_price</Code> that it costs no more. Where a call may be repeated, add an{' '}
            <Code>idempotency_key</Code>: the second one gets the first one’s run and is not charged.
          </p>
        </Text>
        <Sample label="quickstart.mts: node quickstart.mts (Node ≥ 22.18, which reads TypeScript)" canCopy>
          {typescriptQuickstart({ origin, skill: SKILL })}
        </Sample>
        <Sample label="quickstart.py: python3 quickstart.py (nothing to install)" canCopy>
          {pythonQuickstart({ origin, skill: SKILL })}
        </Sample>
        <Text>
          <p>
            With types, retries and waiting for long runs: the <Link href={paths.docsSdk}>SDK</Link>. By plain
            HTTP, without JSON-RPC: the <Link href={paths.docsApi}>HTTP API</Link>.
          </p>
        </Text>
      </Section>

      <Section id="mcp" title="4. As a tool for a model">
        <Text>
          <p>
            A client of the Model Context Protocol needs one address. <Link href={paths.docsMcp}>MCP</Link>{' '}
            has the same for Claude, Cursor and VS Code, and without a key.
          </p>
        </Text>
        <Sample label="As most clients write it" canCopy>
          {mcpClients(`${origin}${paths.mcp}?skills=${SKILL}`).at(-1)?.keyed?.text ?? ''}
        </Sample>
        <Text>
          <p>
            Tell an agent of <a href={paths.llms}>{paths.llms}</a>: it holds what is on this page and where
            the rest is. What a model is told first is the <Link href={`${paths.docsRpc}#guide`}>guide</Link>.
          </p>
        </Text>
      </Section>
    </Page>
  )
}
