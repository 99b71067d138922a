/** The chapters of the documentation, in the order in which one would read them. */
import { paths } from '#lib/contract/market/paths.ts'

// biome-ignore format: a table reads in rows
export const CHAPTERS = [
  { href: paths.docsPublishing, title: 'Publishing', text: 'From an empty editor to a skill that others run: the document, the handler, the checklist, the review.' },
  { href: paths.docsHandler,    title: 'What code finds', text: 'What a handler and a Python skill may ask of the house: other skills, tools, blobs.' },
  { href: paths.docsContracts,  title: 'Contracts',  text: 'How inputs are filled, mended and checked, what an output has to keep, and which version number a change needs.' },
  { href: paths.docsLint,       title: 'Lint',       text: 'What makes a contract easy to use: every piece of advice, why it is given, and what its fix changes.' },
  { href: paths.docsSchemas,    title: 'Schemas',    text: 'Which JSON Schema this is, which formats are checked, and every place where it departs from the standard’s own tests.' },
  { href: paths.docsTools,      title: 'Tools',      text: 'What the house itself can do, built in and free: the vault, the editor, commands and small helpers.' },
  { href: paths.docsPlans,      title: 'Plans',      text: 'Steps that hand their results on and survive a crash: fields, references, checks, policy, and the life of a run.' },
  { href: paths.docsErrors,     title: 'Errors',     text: 'Every error code, what it means, and whether trying again can help.' },
  { href: paths.docsQuickstart, title: 'Quickstart', text: 'The first program that finds, understands and runs a skill: curl, TypeScript, Python and MCP, to be copied.' },
  { href: paths.docsRpc,        title: 'Skills Protocol', text: 'Eight tools by which agents find, understand and run skills: JSON-RPC at /rpc, with curl to try it.' },
  { href: paths.docsMcp,        title: 'MCP',        text: 'Connect Claude, Cursor, VS Code or any other client by pasting an address.' },
  { href: paths.docsApi,        title: 'HTTP API',   text: 'Run skills from any program, follow runs, bring large files; OpenAPI, and skills as tools of a model.' },
  { href: paths.docsSdk,        title: 'SDK',        text: 'Write, try and call skills from a program, with types read from their schemas.' },
  { href: paths.docsCommands,   title: 'Command line', text: 'Check, compare and improve contracts from a terminal or in CI.' },
  { href: paths.docsSandbox,    title: 'Sandbox',    text: 'Where publishers’ code runs: what holds it in, how to add hosts, and how fast it is.' },
]
