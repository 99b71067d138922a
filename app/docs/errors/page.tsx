import type { Metadata } from 'next'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { jsonLines } from '#components/docs/json-lines.ts'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import type { Json } from '#lib/contract/json/json.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { AppError, ERRORS, type ErrorCode, issueText, toPublicError } from '#lib/errors.ts'

export const metadata: Metadata = { title: 'Errors' }

const ISSUES = [
  { path: '/limit', message: 'must be 20 or less', keyword: 'maximum', params: { limit: 20 } },
  { path: '/address/city', message: 'is required', keyword: 'required', params: { missingProperty: 'city' } },
]
const SAMPLE = toPublicError(new AppError('INVALID_INPUT', { issues: ISSUES }))

type Row = {
  http: number
  rpc: number | null
  recoverable: boolean
  message: string
  suggestedAction?: string
}

export default function ErrorsPage() {
  return (
    <Page width="reading">
      <PageHeader
        title="Errors"
        description="One table for every interface: the same failure has the same code in the browser, over HTTP, JSON-RPC and MCP."
      />
      <Section id="table" title="The table">
        <DataTable
          label="Error codes"
          columns={['Error', 'HTTP', 'JSON-RPC', 'Recoverable']}
          rows={Object.entries(ERRORS).map(([code, row]) => rowOf(code as ErrorCode, row))}
        />
        <Text>
          <p>
            “Recoverable” means that the same caller can succeed by changing or repeating the call. A dash
            under JSON-RPC marks errors that only end a run that was already accepted; the call itself
            succeeded.
          </p>
        </Text>
      </Section>

      <Section id="names" title="The same code elsewhere">
        <Text>
          <p>
            Tool results use fewer codes, and the <Link href={paths.docsSdk}>SDK</Link> throws one class per
            kind, so that a <Code>catch</Code> can tell them apart.
          </p>
        </Text>
        <DataTable
          label="Codes of tools and classes of the SDK"
          columns={['Error', 'In the result of a tool', 'In the SDK']}
          rows={Object.entries(ERRORS).map(([code, { tool, sdk }]) => [
            <Code key="code">{code}</Code>,
            <Code key="tool">{tool}</Code>,
            <Code key="sdk">{sdk}</Code>,
          ])}
        />
      </Section>

      <Section id="shape" title="What an error looks like">
        <Text>
          <p>
            An error says what happened in <Code>message</Code> and, where it helps, what to do in{' '}
            <Code>suggested_action</Code>. Faults of single fields are listed in <Code>details</Code>, all of
            them at once, each with a JSON Pointer to its field.
          </p>
        </Text>
        <Sample label="A refused input">{jsonLines(SAMPLE as unknown as Json)}</Sample>
        <Text>
          <p>As text, a detail names the way to its field first:</p>
          <ul>
            {ISSUES.map((issue) => (
              <li key={issue.path}>
                <Code>{issueText(issue)}</Code>
              </li>
            ))}
          </ul>
        </Text>
      </Section>

      <Section id="before-and-after" title="Before and after the handler">
        <Text>
          <p>
            Whatever fails before the handler runs refuses the call: nothing was executed. That is the case
            for <Code>INVALID_INPUT</Code> and <Code>MISSING_REQUIRED_PARAM</Code>, for missing configuration,
            and for everything you may not do or see.
          </p>
          <p>
            Whatever fails afterwards ends a run, which is recorded with its logs: the skill failed (
            <Code>SKILL_ERROR</Code>), ran out of time (<Code>TOOL_TIMEOUT</Code>), was cancelled (
            <Code>CANCELLED</Code>), or broke its promise (<Code>OUTPUT_CONTRACT_VIOLATION</Code>), in which
            case its result is withheld.
          </p>
          <p>
            A skill may say for itself what it found wrong, by throwing{' '}
            <Code>{'{code, message, recoverable, suggested_action}'}</Code>. Codes about who you are, what you
            may do and what you pay, and about faults of ours, are not its to say: they arrive as{' '}
            <Code>SKILL_ERROR</Code>, with the words marked as the skill’s.
          </p>
          <p>
            <Code>INTERNAL_ERROR</Code> is our fault, never yours. It carries a <Code>reference</Code>: quote
            it when you report the problem.
          </p>
        </Text>
      </Section>
    </Page>
  )
}

function rowOf(code: ErrorCode, { message, suggestedAction, http, rpc, recoverable }: Row) {
  return [
    <span key="error" className="inline-grid min-w-56 max-w-md justify-items-start gap-1 whitespace-normal">
      <Code>{code}</Code>
      {message}
      {suggestedAction && <span className="text-muted-foreground">{suggestedAction}</span>}
    </span>,
    http,
    rpc ?? '–',
    recoverable ? 'yes' : 'no',
  ]
}
