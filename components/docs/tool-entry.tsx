import type { ReactNode } from 'react'
import { isObject, type JsonObject, type JsonSchema } from '#lib/kernel/json/json.ts'
import { Badge } from '../ui/badge.tsx'
import { Code } from './data-table.tsx'
import { Sample } from './docs-section.tsx'

type ToolEntryProps = {
  name: string
  description: string
  accepts: JsonSchema
  extras: readonly string[]
  scope: string | null
  /** The definition that models receive. */
  definition: object
  example: { params: object; result: object }
}

export function ToolEntry({
  name,
  description,
  accepts,
  extras,
  scope,
  definition,
  example,
}: ToolEntryProps) {
  const params = Object.entries(isObject(accepts.properties) ? accepts.properties : {})
  const required = Array.isArray(accepts.required) ? accepts.required : []
  return (
    <article aria-labelledby={name} className="grid gap-3 rounded-lg border border-border bg-card p-4 sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 id={name} className="scroll-mt-20 font-medium font-mono text-[0.9375rem]">
          {name}
        </h3>
        <Badge variant={scope === null ? 'success' : 'outline'}>
          {scope === null ? 'no key needed' : `scope ${scope}`}
        </Badge>
        <p className="basis-full text-pretty text-muted-foreground text-sm">{description}</p>
      </header>
      {params.length > 0 && (
        <dl className="grid gap-x-6 gap-y-2 border-border border-t pt-3 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
          {params.map(([param, schema]) => (
            <div key={param} className="contents">
              <dt className="flex flex-wrap items-baseline gap-x-2">
                <Code>{param}</Code>
                {required.includes(param) && <span className="text-muted-foreground text-xs">required</span>}
              </dt>
              <dd className="-mt-1.5 text-pretty text-muted-foreground sm:mt-0">
                {describeParameter(isObject(schema) ? schema : {})}
                {extras.includes(param) && ' (extra)'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <CollapsedPart title="Example" toolName={name}>
        <Sample label="Params">{JSON.stringify(example.params, null, 2)}</Sample>
        <Sample label="Result">{JSON.stringify(example.result, null, 2)}</Sample>
      </CollapsedPart>
      <CollapsedPart title="JSON Schema" toolName={name}>
        <Sample label={`The definition of ${name}`} canCopy>
          {JSON.stringify(definition, null, 2)}
        </Sample>
      </CollapsedPart>
    </article>
  )
}

function CollapsedPart({
  title,
  toolName,
  children,
}: {
  title: string
  toolName: string
  children: ReactNode
}) {
  return (
    <details className="min-w-0">
      <summary className="w-fit cursor-pointer text-sm">
        {title}
        <span className="sr-only"> of {toolName}</span>
      </summary>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 pt-3">{children}</div>
    </details>
  )
}

function describeParameter({
  type,
  description,
  default: usual,
  enum: values,
  minimum,
  maximum,
}: JsonObject): string {
  const facts = [
    Array.isArray(values) ? values.join(', ') : [type].flat().join(' or '),
    ...(minimum !== undefined && maximum !== undefined
      ? [`${minimum} to ${Number(maximum).toLocaleString('en')}`]
      : []),
    ...(usual !== undefined ? [`default ${String(usual)}`] : []),
  ]
  return `${description ?? ''}${description ? ': ' : ''}${facts.join('; ')}`
}
