import { isObject, type Json } from '../../kernel/json/json.ts'

/** The tools that answer at once. */
const QUICK =
  /^(list_skills|describe_skill|read_skill_file|create_blob|read_blob|load_skills_protocol_guide)$/

/** Whether a message calls a tool that may take long, and is therefore answered with a stream. */
export function isLongCall(message: Json): boolean {
  if (!isObject(message) || message.method !== 'tools/call') return false
  return !(isObject(message.params) && QUICK.test(String(message.params.name)))
}
