import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { FeaturedSkill } from '#lib/runs/start/get-front-page.ts'
import { describedFields } from '../../output/described-fields.ts'
import { formatNumber } from '../../output/number-kinds.ts'
import { ServerMarkdown } from '../../ui/markdown/server-markdown.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { RunForVisitor } from '../quick-execute/use-visitor-run.ts'
import { FeaturedRun } from './featured-run.tsx'

type FeaturedSkillProps = { featured: FeaturedSkill; runForVisitor: RunForVisitor }

/** One skill of the catalogue that visitors can try on the front page. */
export function FeaturedSkillCard({ featured: { page, examples }, runForVisitor }: FeaturedSkillProps) {
  const { name, skill, skillSet, version } = page
  const { handle } = skillSet.publisher
  const href = paths.skill(handle, skillSet.slug, skill.slug)
  return (
    <section
      aria-labelledby="try-one"
      className="grid min-w-0 grid-cols-1 gap-4 rounded-xl border border-border bg-card p-4 shadow-xs sm:p-6"
    >
      <div className="grid gap-1">
        <h2 id="try-one" className="font-semibold text-lg tracking-tight">
          Try one: <TextLink href={href}>{skill.name}</TextLink>
        </h2>
        <p className="max-w-3xl text-pretty text-muted-foreground text-sm">{skill.description}</p>
      </div>
      <FeaturedRun
        skill={{
          name,
          version: version.number,
          ...(skill.response && { response: skill.response }),
          buttons: [],
          href,
        }}
        examples={examples.map(({ title, input, output }) => ({
          title,
          input,
          fields: listInputFields(input, skill.parameters),
          output: <OutputSummary output={output} schema={skill.response} owner={handle} />,
        }))}
        runForVisitor={runForVisitor}
      />
    </section>
  )
}

const MAX_FIELDS = 4
const MAX_CHARS = 400

function listInputFields(input: Json, schema: JsonSchema | undefined): [string, string][] {
  if (!isObject(input)) return [['Input', writeValue(input)]]
  return describedFields(input, schema, schema)
    .flatMap(({ title, value }): [string, string][] =>
      value === undefined ? [] : [[title, writeValue(value)]],
    )
    .slice(0, MAX_FIELDS)
}

function writeValue(value: Json): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_CHARS)
}

type OutputSummaryProps = { output: Json; schema: JsonSchema | undefined; owner: string }

/** The message of an output and its short fields, without a script. */
function OutputSummary({ output, schema, owner }: OutputSummaryProps) {
  if (!isObject(output)) return <p className="[overflow-wrap:anywhere]">{writeValue(output)}</p>
  const { message } = output
  const fields = describedFields(output, schema, schema).filter(
    ({ key, value }) => key !== 'message' && value !== undefined,
  )
  const facts = fields.flatMap(({ title, value }) => {
    if (typeof value === 'number') return [{ title, text: formatNumber(value, { locale: 'en' }) }]
    return typeof value === 'string' && value.length <= 60 ? [{ title, text: value }] : []
  })
  const shown = facts.slice(0, MAX_FIELDS)
  const others = fields.length - shown.length
  return (
    <div className="grid min-w-0 gap-4 [overflow-wrap:anywhere]">
      {typeof message === 'string' && <ServerMarkdown text={message} owner={owner} className="text-base" />}
      {shown.length > 0 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {shown.map(({ title, text }) => (
            <div key={title} className="grid gap-0.5">
              <dt className="text-muted-foreground text-xs">{title}</dt>
              <dd className="whitespace-pre-wrap font-semibold">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {others > 0 && (
        <p className="text-muted-foreground text-sm">and {plural(others, 'more field', 'more fields')}</p>
      )}
    </div>
  )
}
