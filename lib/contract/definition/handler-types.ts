/** Type definitions of what code finds around it, for editors elsewhere: `handler.d.ts` and `runtime.pyi`. Ground. */
import { JAVASCRIPT_WORLD, type Member, PYTHON_WORLD } from './handler-world.ts'

/** As TypeScript reads it. Types are stripped before a definition runs, so it is for the editor alone. */
export function handlerTypes(): string {
  return `// What a handler of Guildhall finds: reference it from a definition while you write it.
//   /// <reference path="./handler.d.ts" />
//   async function handler({ parameters, config, context }: HandlerInput) {}

type Json = string | number | boolean | null | Json[] | JsonObject
type JsonObject = { [key: string]: Json }

interface HandlerInput<Parameters = any, Config = Record<string, any>> {
  /** What the caller gave: valid by the skill's parameters, defaults filled in. */
  parameters: Parameters
  /** What the caller's organisation has set; a secret is a placeholder. */
  config: Config
  context: HandlerContext
}

interface HandlerContext {
${membersOf(JAVASCRIPT_WORLD.context)}}

interface HandlerBlobs {
${membersOf(JAVASCRIPT_WORLD['context.blobs'])}}

/** Thrown by callSkill, tools and blobs; throw one of the same shape to fail with a code of the table. */
interface HandlerError extends Error {
  code: string
  recoverable: boolean
  suggested_action?: string
}
`
}

function membersOf(members: readonly Member[] = []): string {
  return members.map(({ name, type, doc }) => `  /** ${doc} */\n  ${name}${type}\n`).join('')
}

/** As Python's type checkers read it. */
export function runtimeTypes(): string {
  return `"""What Python of Guildhall finds as runtime, a builtin and a module."""
from typing import Any

class CallError(RuntimeError):
    """What was refused, or how a skill that was called failed."""
    code: str
    recoverable: bool | None
    suggested_action: str | None
    details: list[Any]

class _Secrets:
${methodsOf(PYTHON_WORLD['runtime.secrets'])}
class _Blobs:
${methodsOf(PYTHON_WORLD['runtime.blobs'])}
${(PYTHON_WORLD.runtime ?? []).map(({ name, type, doc }) => (type.startsWith('(') ? `def ${name}${type}:\n    """${doc}"""\n` : `${name}${type}\n"""${doc}"""\n`)).join('')}`
}

function methodsOf(methods: readonly Member[] = []): string {
  return methods
    .map(({ name, type, doc }) => `    def ${name}(self, ${type.slice(1)}:\n        """${doc}"""\n`)
    .join('')
}
