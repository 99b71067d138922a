/** Writes a plan as the JavaScript handler of a skill: one call per step, in an order that its references allow. */

import { unconditional } from '../../../json-schema/tree/schema-tree.ts'
import { isObject, type Json } from '../../../kernel/json/json.ts'
import { type PlanDocument, type PlanStep, resolvePolicy } from '../document/plan-document.ts'
import { findReferences, planOrder } from '../document/plan-order.ts'
import { type PlanCatalog, splitToolName, toolFor } from '../document/plan-tool.ts'
import { type PathPart, parseTemplate, type Reference } from '../document/reference.ts'
import { PlanShapes } from '../types/plan-shapes.ts'
import { StepPresence } from '../types/step-presence.ts'
import {
  printArray,
  printComment,
  printObject,
  printTemplateText,
  printText,
  RESERVED_WORDS,
  TEXT_OF,
  TRY_STEP,
} from './handler-text.ts'
import { type PlanInput, uniqueName } from './plan-inputs.ts'
import type { PlanResult } from './plan-result.ts'

type HandlerSource = {
  title: string
  plan: PlanDocument
  catalog: PlanCatalog
  /** The values that become parameters. */
  inputs: readonly PlanInput[]
  previews: Readonly<Record<string, string>>
  result: PlanResult
}

/** Returns the code of a handler that does what the plan does. The plan must be valid. */
export function planHandler(source: HandlerSource): string {
  return new HandlerWriter(source).write()
}

type Names = { item?: string; index?: string }

class HandlerWriter {
  private readonly source: HandlerSource
  private readonly shapes: PlanShapes
  private readonly presence: StepPresence
  private readonly names = new Map<string, string>()
  private readonly locals = new Map<string, Names>()
  private readonly used: ReadonlySet<string>
  private usesTextOf = false

  constructor(source: HandlerSource) {
    this.source = source
    const { plan, catalog, result } = source
    this.shapes = new PlanShapes(plan, catalog)
    this.presence = new StepPresence(plan)
    const taken = new Set(RESERVED_WORDS)
    for (const { id } of plan.steps) this.names.set(id, uniqueName(id, taken))
    for (const { id, foreach } of plan.steps) {
      if (!foreach) continue
      const local = new Set(taken)
      const item = uniqueName(foreach.itemName, local)
      this.locals.set(id, { item, index: uniqueName(foreach.indexName ?? 'index', local) })
    }
    const read = [...plan.steps.map(({ args, foreach }): Json => [args, foreach?.from ?? null]), result.value]
    this.used = new Set(read.flatMap((each) => this.stepsIn(each)).map(({ id }) => id))
  }

  write(): string {
    const { plan, title } = this.source
    const steps = planOrder(plan)
      .waves.flat()
      .map((id) => plan.steps.find((step) => step.id === id) as PlanStep)
    const body = steps.map((step) => this.step(step)).join('\n')
    const end = this.returned()
    const usesTry = steps.some((step) => this.tries(step))
    return [
      `${printComment(`Made from the plan “${title}”: each step is one call.`)}\n`,
      `async function handler({ ${this.source.inputs.length > 0 ? 'parameters, ' : ''}context }) {\n${body}\n${end}}\n`,
      ...(usesTry ? [`\n${TRY_STEP}`] : []),
      ...(this.usesTextOf ? [`\n${TEXT_OF}`] : []),
    ].join('')
  }

  private step(step: PlanStep): string {
    const name = this.names.get(step.id) as string
    const comment = `  ${printComment(this.source.previews[step.id] ?? step.tool)}\n`
    const isUsed = this.used.has(step.id)
    if (step.foreach) return comment + this.loop(step, name, isUsed)
    const guard = this.guardOf(this.neededBy(step))
    const call = (indent: string) => this.call(step, indent)
    if (!guard) return `${comment}  ${isUsed ? `const ${name} = ` : ''}await ${call('  ')}\n`
    const assigned = isUsed ? `${name} = ` : ''
    const declared = isUsed ? `  let ${name} = null\n` : ''
    return `${comment}${declared}  if (${guard}) {\n    ${assigned}await ${call('    ')}\n  }\n`
  }

  private loop(step: PlanStep, name: string, isUsed: boolean): string {
    const { item, index } = this.locals.get(step.id) as Required<Names>
    const from = step.foreach?.from ?? null
    const guard = this.guardOf(this.stepsIn(from).filter((each) => this.presence.mayBeMissing(each)))
    const pad = guard ? '    ' : '  '
    const list = this.code(from, undefined, pad)
    const usesIndex = this.refersToIndex(step)
    const head = usesIndex ? `const [${index}, ${item}] of ${list}.entries()` : `const ${item} of ${list}`
    const each = this.guardOf(this.neededBy(step))
    const call = `await ${this.call(step, `${pad}  `)}`
    const result = each ? `${each} ? ${call} : null` : call
    const line = isUsed ? `${name}.push(${result})` : result
    const loop = `${pad}for (${head}) {\n${pad}  ${line}\n${pad}}\n`
    if (!guard) return `${isUsed ? `  const ${name} = []\n` : ''}${loop}`
    const declared = isUsed ? `  let ${name} = null\n` : ''
    return `${declared}  if (${guard}) {\n${isUsed ? `    ${name} = []\n` : ''}${loop}  }\n`
  }

  private call(step: PlanStep, indent: string): string {
    const { name } = splitToolName(step.tool)
    const isTool = toolFor(this.source.catalog, step.tool)?.kind === 'tool'
    const settings = this.tries(step)
    const below = settings ? `${indent}  ` : indent
    const args = this.args(step, below)
    const call = isTool ? `context.tools.${name}(${args})` : `context.callSkill(${printText(name)}, ${args})`
    return settings ? `tryStep(${settings}, () =>\n${below}${call}\n${indent})` : call
  }

  private tries(step: PlanStep): string | undefined {
    const { maxAttempts, backoffMs, afterwards } = resolvePolicy(this.source.plan, step)
    if (maxAttempts === 1 && afterwards === 'stop') return undefined
    return `{ attempts: ${maxAttempts}, pauseMs: ${backoffMs}, isSkippable: ${afterwards === 'skip'} }`
  }

  private args(step: PlanStep, indent: string): string {
    const entries = Object.entries(step.args).map(([name, value]) => {
      const input = this.source.inputs.find((each) => each.stepId === step.id && each.argument === name)
      return [name, input ? `parameters.${input.name}` : this.code(value, step, `${indent}  `)] as const
    })
    return printObject(entries, indent)
  }

  private returned(): string {
    const { message, value } = this.source.result
    const before: [string, string][] = message === undefined ? [] : [['message', printText(message)]]
    if (!isObject(value)) {
      const spread =
        before.length > 0
          ? `{ message: ${printText(message ?? '')}, ...${this.code(value)} }`
          : this.code(value)
      return `  return ${spread}\n`
    }
    const entries = Object.entries(value).map(
      ([name, each]) => [name, this.code(each, undefined, '    ')] as const,
    )
    return `  return ${printObject([...before, ...entries], '  ')}\n`
  }

  private code(value: Json, step?: PlanStep, indent = ''): string {
    if (typeof value === 'string') return this.text(value, step)
    if (Array.isArray(value))
      return printArray(
        value.map((each) => this.code(each, step, `${indent}  `)),
        indent,
      )
    if (!isObject(value)) return String(value)
    const entries = Object.entries(value)
    return printObject(
      entries.map(([name, each]) => [name, this.code(each, step, `${indent}  `)]),
      indent,
    )
  }

  private text(text: string, step?: PlanStep): string {
    const template = parseTemplate(text)
    if (template.kind === 'text') return printText(template.text)
    if (template.kind === 'reference') return this.reference(template.reference, step)
    if (template.kind === 'fault') return printText(text)
    this.usesTextOf = true
    const parts = template.parts.map((part) =>
      typeof part === 'string' ? printTemplateText(part) : `\${textOf(${this.reference(part, step)})}`,
    )
    return `\`${parts.join('')}\``
  }

  private reference(reference: Reference, step?: PlanStep): string {
    const { root, path } = reference
    const isAlways = this.shapes.targetOf(reference, step)?.presence === 'always'
    const parts = path.map((part) => this.part(part, step, isAlways))
    // A skipped step is null here, and left out of arguments and outputs.
    if (parts.length === 0 && !isAlways) return `${this.rootOf(root, step)} ?? undefined`
    return `${this.rootOf(root, step)}${parts.join('')}`
  }

  private rootOf(root: Reference['root'], step?: PlanStep): string {
    if (root.kind !== 'local') return this.names.get(this.presence.named(root)?.id ?? '') ?? 'undefined'
    const { item = 'undefined', index = 'undefined' } = this.locals.get(step?.id ?? '') ?? {}
    return root.name === 'index' || root.name === step?.foreach?.indexName ? index : item
  }

  private part(part: PathPart, step: PlanStep | undefined, isAlways: boolean): string {
    const chain = isAlways ? '' : '?.'
    if (typeof part === 'number') return `${chain}[${part}]`
    if (typeof part === 'object')
      return `${chain}[${this.rootOf({ kind: 'local', name: part.variable }, step)}]`
    const isName = /^[A-Za-z_$][\w$]*$/.test(part)
    return isName ? `${isAlways ? '.' : '?.'}${part}` : `${chain}[${JSON.stringify(part)}]`
  }

  private stepsIn(value: Json): PlanStep[] {
    return findReferences(value).found.flatMap(({ reference }) => this.presence.named(reference.root) ?? [])
  }

  /** Steps that may be skipped, without whose output this one is skipped too. */
  private neededBy(step: PlanStep): PlanStep[] {
    const tool = toolFor(this.source.catalog, step.tool)
    const required = unconditional(tool?.inputSchema ?? {}, tool?.inputSchema).flatMap((each) =>
      Array.isArray(each.required) ? each.required : [],
    )
    const needed = Object.entries(step.args).filter(([name, value]) => {
      const isWhole = typeof value === 'string' && parseTemplate(value).kind === 'reference'
      return !isWhole || required.includes(name)
    })
    const steps = needed.flatMap(([, value]) => this.stepsIn(value))
    return steps.filter((each) => this.presence.mayBeMissing(each))
  }

  private guardOf(steps: readonly PlanStep[]): string {
    const names = new Set(steps.map(({ id }) => this.names.get(id)))
    return [...names].map((name) => `${name} !== null`).join(' && ')
  }

  private refersToIndex({ args, foreach }: PlanStep): boolean {
    const isIndex = (name: string) => name === 'index' || name === foreach?.indexName
    return findReferences(args).found.some(
      ({ reference: { root, path } }) =>
        (root.kind === 'local' && isIndex(root.name)) ||
        path.some((part) => typeof part === 'object' && isIndex(part.variable)),
    )
  }
}
