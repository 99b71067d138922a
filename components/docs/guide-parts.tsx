import 'server-only'
import type { ReactNode } from 'react'
import { checklist } from '#lib/contracts/checks/checklist.ts'
import { LINT_RULES } from '#lib/contracts/lint/lint-rules.ts'
import { RISK_LABELS } from '#lib/contracts/permissions/permission-lines.ts'
import { issueText } from '#lib/kernel/errors.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { parseMarkdown } from '#lib/kernel/markdown/parse-markdown.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { PROTOCOL_RESULTS } from '#lib/protocols/skills-protocol/protocol-results.ts'
import { PROTOCOL_TOOLS } from '#lib/protocols/skills-protocol/protocol-tools.ts'
import { buildParamsSchema } from '#lib/protocols/skills-protocol/validate-params.ts'
import { mcpClients } from '#lib/protocols/snippets/mcp-clients.ts'
import { POLICIES } from '#lib/publishing/model/policies.ts'
import { REVIEW_RULES } from '#lib/publishing/model/review-rules.ts'
import { GUIDE_BODY } from '#lib/tools/builtin-skills/guide-body.ts'
import { TOOL_SKILLS, type ToolSkill } from '#lib/tools/tool-skill.ts'
import { Card, CardContent } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Link } from '../ui/link.tsx'
import { MarkdownBody, renderTree } from '../ui/markdown/markdown-tree.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { CONTRACT_COMMANDS } from './contract-commands.ts'
import { Code, DataTable } from './data-table.tsx'
import { DocsSection, Sample, Text } from './docs-section.tsx'
import { type GuideGroup, guideGroups } from './guide.ts'
import { ERROR_EXAMPLE } from './guide-samples.ts'
import { ReviewRuleList } from './review-rule-list.tsx'
import { ToolEntry } from './tool-entry.tsx'

export const GUIDE_PARTS: Readonly<
  Record<string, { show: (origin: string) => ReactNode; text?: () => string }>
> = {
  'agent-guide': { show: agentGuide, text: () => GUIDE_BODY },
  'built-in-tools': {
    show: () => [...new Set(TOOL_SKILLS.map(({ document }) => document))].map(toolNamespace),
    text: () => TOOL_SKILLS.map(({ name, skill }) => `${name}: ${skill.description}`).join('\n'),
  },
  chapters: { show: () => guideGroups().map(chapterGroup) },
  checklist: {
    show: () => bulletList(checklist({}).map(({ title }) => title)),
    text: () =>
      checklist({})
        .map(({ title }) => title)
        .join('\n'),
  },
  'contract-commands': {
    show: () => CONTRACT_COMMANDS.map(contractCommand),
    text: () =>
      CONTRACT_COMMANDS.map(({ name, summary, about }) => `${name}: ${summary} ${about}`).join('\n'),
  },
  'error-details': {
    show: () => bulletList(ERROR_EXAMPLE.map((issue) => <Code key={issue.path}>{issueText(issue)}</Code>)),
  },
  'lint-rules': {
    show: lintRules,
    text: () => LINT_RULES.map(({ id, title, reason }) => `${id}: ${title}. ${reason}`).join('\n'),
  },
  policies: {
    show: policyList,
    text: () => POLICIES.map(({ code, title, rule }) => `${code} ${title}: ${rule}`).join('\n'),
  },
  'review-rules': {
    show: () => <ReviewRuleList rules={REVIEW_RULES} />,
    text: () => REVIEW_RULES.map(({ id, title, why }) => `${id} ${title}: ${why}`).join('\n'),
  },
  'mcp-address': { show: (origin) => address(origin + paths.mcp) },
  'mcp-clients': {
    show: (origin) => mcpClients(origin + paths.mcp).map(mcpClient),
    text: () =>
      mcpClients(paths.mcp)
        .map(({ name, steps }) => `${name}: ${steps}`)
        .join('\n'),
  },
  'rpc-address': { show: (origin) => address(origin + paths.rpc, 'POST') },
  'rpc-tools': {
    show: () => <div className="grid gap-4">{PROTOCOL_TOOLS.map(protocolTool)}</div>,
    text: () => PROTOCOL_TOOLS.map(({ name, description }) => `${name}: ${description}`).join('\n'),
  },
}

function chapterGroup({ title, pages }: GuideGroup, index: number) {
  return (
    <DocsSection key={title} id={`chapters-${index}`} title={title}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {pages.map((page) => (
          <li key={page.href} className="grid">
            <Card className="relative transition-colors focus-within:border-ring hover:border-primary">
              <CardContent className="grid gap-1">
                <h3 className="font-medium">
                  <Link href={page.href} className="after:absolute after:inset-0">
                    {page.title}
                  </Link>
                </h3>
                <p className="text-pretty text-muted-foreground text-sm">{page.summary}</p>
              </CardContent>
            </Card>
          </li>
        ))}
      </ul>
    </DocsSection>
  )
}

function address(url: string, method?: string) {
  return (
    <Card className="mt-6">
      <CardContent className="flex items-center justify-between gap-3 py-3">
        <span className="min-w-0">
          {method && <span className="mr-2 text-muted-foreground text-sm">{method}</span>}
          <code className="font-mono text-sm [overflow-wrap:anywhere]">{url}</code>
        </span>
        <CopyButton text={url} label="Copy the address" variant="ghost" />
      </CardContent>
    </Card>
  )
}

function mcpClient({ name, steps, open, keyed }: ReturnType<typeof mcpClients>[number]) {
  return (
    <section
      key={name}
      aria-label={name}
      className="grid min-w-0 gap-3 rounded-lg border border-border bg-card p-4 sm:p-5"
    >
      <h3 className="font-medium">{name}</h3>
      <p className="text-pretty text-muted-foreground text-sm">{steps}</p>
      {[open, keyed].map(
        (snippet) =>
          snippet && (
            <Sample key={snippet.where} label={snippet.where} canCopy>
              {snippet.text}
            </Sample>
          ),
      )}
    </section>
  )
}

function protocolTool(tool: (typeof PROTOCOL_TOOLS)[number]) {
  const declared = isObject(tool.parameters.properties) ? tool.parameters.properties : {}
  return (
    <ToolEntry
      key={tool.name}
      name={tool.name}
      description={tool.description}
      accepts={buildParamsSchema(tool)}
      extras={Object.keys(tool.extras ?? {}).filter((name) => !Object.hasOwn(declared, name))}
      scope={tool.isPublic ? null : tool.scope}
      definition={{ name: tool.name, description: tool.description, parameters: tool.parameters }}
      example={PROTOCOL_RESULTS[tool.name]!.example}
    />
  )
}

function toolNamespace({ slug, name, description }: ToolSkill['document']) {
  const rows = TOOL_SKILLS.filter(({ document }) => document.slug === slug).map(({ name: tool, skill }) => [
    <TextLink key="tool" href={paths.tool(tool)}>
      <Code>{tool}</Code>
    </TextLink>,
    <div key="does" className="grid gap-1">
      <p>{skill.description}</p>
      {skill.sideEffects?.map((effect) => (
        <p key={effect} className="text-muted-foreground text-xs">
          {effect}
        </p>
      ))}
    </div>,
    RISK_LABELS[skill.riskLevel ?? 'read-only'],
  ])
  return (
    <div key={slug} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 pt-3">
      <h3 id={slug} className="scroll-mt-20 font-medium">
        {name}
      </h3>
      <p>{description}</p>
      <DataTable label={`Tools of ${name}`} columns={['Tool', 'What it does', 'Risk']} rows={rows} />
    </div>
  )
}

function contractCommand({
  name,
  summary,
  usage,
  flags,
  about,
  example,
}: (typeof CONTRACT_COMMANDS)[number]) {
  return (
    <div key={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 pt-3">
      <h3 id={name.replace(' ', '-')} className="scroll-mt-20 font-medium">
        {name}
      </h3>
      <Text>
        <p>{summary}</p>
        <p>
          <Code>{`${name} ${usage}`}</Code>
        </p>
        <p>{about}</p>
      </Text>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        {Object.entries(flags).map(([flag, meaning]) => (
          <div key={flag} className="contents">
            <dt>
              <Code>{`--${flag}`}</Code>
            </dt>
            <dd className="text-muted-foreground [overflow-wrap:anywhere]">{meaning}</dd>
          </div>
        ))}
      </dl>
      <Sample label="Example">{example}</Sample>
    </div>
  )
}

function lintRules() {
  return (
    <dl className="grid gap-6">
      {LINT_RULES.map(({ id, title, reason, source }) => (
        <div key={id} id={id} className="grid scroll-mt-20 gap-1">
          <dt className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="font-medium">{title}</span>
            <Code>{id}</Code>
          </dt>
          <dd className="grid gap-0.5 text-pretty">
            {reason}
            <span className="text-muted-foreground text-sm">{source}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function policyList() {
  return (
    <dl className="grid gap-5">
      {POLICIES.map(({ code, title, rule }) => (
        <div key={code} id={code} className="grid scroll-mt-20 gap-1">
          <dt className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Code>{code}</Code>
            <span className="font-medium">{title}</span>
          </dt>
          <dd className="text-pretty">{rule}</dd>
        </div>
      ))}
    </dl>
  )
}

function agentGuide() {
  return (
    <article className="rounded-lg border border-border bg-card p-5 sm:p-6">
      <MarkdownBody
        text={GUIDE_BODY}
        rendered={renderTree(parseMarkdown(GUIDE_BODY), 3)}
        className={undefined}
      />
    </article>
  )
}

function bulletList(items: ReactNode[]) {
  return (
    <Text>
      <ul>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are constants and never move
          <li key={index}>{item}</li>
        ))}
      </ul>
    </Text>
  )
}
