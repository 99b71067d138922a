import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { jsonLines } from '#components/docs/json-lines.ts'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { ToolEntry } from '#components/docs/tool-entry.tsx'
import { Page } from '#components/shell/page.tsx'
import { Card, CardContent } from '#components/ui/card.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Markdown } from '#components/ui/markdown.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { AGENT_TOOLS } from '#lib/agents/all-tools.ts'
import { GUIDE_BODY } from '#lib/agents/guide.ts'
import { acceptedParams } from '#lib/agents/take-params.ts'
import { isObject, type JsonObject } from '#lib/contract/json/json.ts'
import { KEY_SCOPES, SCOPE_MEANINGS } from '#lib/contract/market/key-scopes.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { AppError, toPublicError } from '#lib/errors.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

export const metadata: Metadata = { title: 'Skills Protocol' }

const SKILL = 'guildhall.text_tools.text_statistics'

export default async function RpcPage() {
  const site = publicOrigin(await headers())
  return (
    <Page width="reading">
      <PageHeader
        title="Skills Protocol"
        description="Eight methods with which programs and agents find, understand and run skills: JSON-RPC 2.0 at one address."
      />
      <Address url={`${site}${paths.rpc}`} />

      <Section id="try" title="Try it">
        <Text>
          <p>Finding and reading public skills needs no key:</p>
        </Text>
        <Sample label="List skills" canCopy>
          {curl(site, call('list_skills', { detail: 'summary', limit: 5 }))}
        </Sample>
        <Text>
          <p>
            Running one does. Make a key under <Link href={paths.keys}>Settings → API keys</Link>; it is shown
            once.
          </p>
        </Text>
        <Sample label="Run a skill" canCopy>
          {curl(site, call('execute_skill', { name: SKILL, args: { text: 'Hello, world.' } }), 'gh_…')}
        </Sample>
        <Sample label="The answer">{jsonLines(ANSWER)}</Sample>
      </Section>

      <Section id="tools" title="The eight tools">
        <Text>
          <p>
            Each is a method; params are an object, by name. What is not listed here is refused. A model that
            is given them calls <Code>load_skills_protocol_guide</Code> first and learns the rest. Params
            marked as extra are accepted in addition to the published schema.
          </p>
        </Text>
        <div className="grid gap-4">
          {AGENT_TOOLS.map((tool) => (
            <ToolEntry
              key={tool.name}
              name={tool.name}
              description={tool.description}
              accepts={acceptedParams(tool)}
              extras={extrasOf(tool)}
              scope={tool.isPublic ? null : tool.scope}
            />
          ))}
        </div>
        <Text>
          <p>
            <Code>rpc.discover</Code> answers the same as an OpenRPC document.
          </p>
        </Text>
      </Section>

      <Section id="keys" title="Keys and scopes">
        <Text>
          <p>
            Send <Code>Authorization: Bearer gh_…</Code>. A key belongs to one organisation and acts as
            whoever made it, as far as its scopes reach. Without the scope <Code>read</Code>, or without a
            key, you see what everybody sees.
          </p>
        </Text>
        <DataTable
          label="Scopes"
          columns={['Scope', 'Opens']}
          rows={KEY_SCOPES.map((scope) => [<Code key="scope">{scope}</Code>, SCOPE_MEANINGS[scope]])}
        />
      </Section>

      <Section id="failures" title="Two levels of failure">
        <Text>
          <p>
            Whatever is refused before the skill’s code runs is an <Code>error</Code> of the call, and nothing
            was executed or charged. Its <Code>data</Code> is the whole error of the{' '}
            <Link href={paths.docsErrors}>table</Link>, always with a <Code>code</Code>.
          </p>
        </Text>
        <Sample label="A refused call">{jsonLines(REFUSED)}</Sample>
        <Text>
          <p>
            Whatever fails after that is a <Code>result</Code> with <Code>status: "failed"</Code> and an{' '}
            <Code>error</Code> of the run: the call itself has worked.
          </p>
        </Text>
      </Section>

      <Section id="transport" title="On the wire">
        <Text>
          <ul>
            <li>POST, JSON in UTF-8, at most 10 MiB. Nothing is kept between two requests.</li>
            <li>
              A batch is an array of at most 50 requests; the answers come in the same order, each counts as a
              call.
            </li>
            <li>A request without an id is a notification: 204, and no body.</li>
            <li>
              Answers are HTTP 200. When nothing but a missing key or too many calls was answered, 401 and 429
              say so as well, with <Code>WWW-Authenticate</Code> and <Code>Retry-After</Code>.
            </li>
            <li>Pages of other sites may call: no cookie is looked at.</li>
            <li>
              An output over 64 KiB moves to a blob: <Code>output_shape</Code> tells what is in it,{' '}
              <Code>output_blobs</Code> where it is.
            </li>
          </ul>
        </Text>
      </Section>

      <Section id="folders" title="A skill as a folder">
        <Text>
          <p>
            <Code>read_skill_file</Code> reads a skill as the folder it is, and every skill’s page gives that
            folder as a zip. The same folder, and any Agent Skill, can be imported under{' '}
            <Link href={paths.publish}>Publish</Link> or by <Code>guildhall import PATH</Code>.
          </p>
        </Text>
        <DataTable
          label="Files of a skill"
          columns={['File', 'Holds']}
          rows={FILES.map(([file, holds]) => [<Code key="file">{file}</Code>, holds])}
        />
      </Section>

      <Section id="guide" title="What agents are told">
        <Text>
          <p>
            This is the instruction skill <Code>skills.protocol.guide</Code>, word for word.
          </p>
        </Text>
        <article className="rounded-lg border border-border bg-card p-5 sm:p-6">
          <Markdown text={GUIDE_BODY} headingLevel={3} />
        </article>
      </Section>
    </Page>
  )
}

function Address({ url }: { url: string }) {
  return (
    <Card className="mt-6">
      <CardContent className="flex items-center justify-between gap-3 py-3">
        <span className="min-w-0">
          <span className="mr-2 text-muted-foreground text-sm">POST</span>
          <code className="font-mono text-sm [overflow-wrap:anywhere]">{url}</code>
        </span>
        <CopyButton text={url} label="Copy the address" variant="ghost" />
      </CardContent>
    </Card>
  )
}

function call(method: string, params: JsonObject): string {
  return jsonLines({ jsonrpc: '2.0', id: 1, method, params })
}

function curl(site: string, body: string, key?: string): string {
  return [
    `curl ${site}${paths.rpc} \\`,
    ...(key ? [`  -H 'Authorization: Bearer ${key}' \\`] : []),
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n')
}

function extrasOf({ parameters, extras = {} }: (typeof AGENT_TOOLS)[number]): string[] {
  const declared = isObject(parameters.properties) ? parameters.properties : {}
  return Object.keys(extras).filter((name) => !Object.hasOwn(declared, name))
}

const ANSWER = {
  jsonrpc: '2.0',
  id: 1,
  result: {
    run_id: 'run_019…',
    status: 'completed',
    summary: '**2 words** in 1 sentence, read in under a minute.',
    output: {
      message: '**2 words** in 1 sentence, read in under a minute.',
      words: 2,
      characters: 13,
      sentences: 1,
      reading_minutes: 0,
    },
    duration_ms: 12,
    version: '1.1.0',
    contract_hash: '66e6174faa46…',
    permissions_hash: '0b1f7a52c9e4…',
  },
}

const MISSING = new AppError('MISSING_REQUIRED_PARAM', {
  issues: [{ path: '/text', message: 'is required', keyword: 'required' }],
})

const REFUSED = {
  jsonrpc: '2.0',
  id: 1,
  error: { code: -32602, message: MISSING.message, data: JSON.parse(JSON.stringify(toPublicError(MISSING))) },
}

const FILES = [
  ['skill.toml', 'The manifest: name, version, kind, runtime, permissions, limits, price, examples.'],
  ['SKILL.md', 'Front matter and text: for instructions the skill itself, else what a caller has to know.'],
  ['code/…', 'The source, where it is open.'],
  ['input.schema.json, output.schema.json', 'What goes in and what comes out, as JSON Schema.'],
  ['contract.json', 'Both as one document, with how failures look.'],
  ['resources/…', 'Files that come with the skill.'],
] as const
