/** The side of the frame in MCP Apps (SEP-1865), by the class `App` of the extension's package. */
import { App } from '@modelcontextprotocol/ext-apps'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'

type HostEvents = {
  onInput: (input: Json) => void
  onResult: (result: JsonObject) => void
  onCancelled: () => void
  /** The theme of the host, light or dark, when it is known and when it changes. */
  onTheme: (theme: string) => void
}

export type Host = {
  /** Calls a tool of the server. Rejects with the message of the host's error. */
  callTool: (name: string, args: JsonObject, onProgress: (progress: Progress) => void) => Promise<JsonObject>
  openLink: (url: string) => Promise<void>
  /** Returns the text of a blob. Rejects if the host lets frames read neither resources nor tools. */
  readBlob: (id: string) => Promise<string>
}

export type Progress = { progress: number; total?: number | undefined; message?: string | undefined }

/** Connects to the host that shows this frame, and tells it the size of the page from then on. */
export async function connectToHost({ onInput, onResult, onCancelled, onTheme }: HostEvents): Promise<Host> {
  const app = new App({ name: 'Guildhall', version: '1.0.0' }, {}, { autoResize: true })
  const passTheme = (theme: string | undefined) => theme !== undefined && onTheme(theme)
  app.ontoolinput = (params) => onInput(toObject(params.arguments))
  app.ontoolresult = (params) => onResult(toObject(params))
  app.ontoolcancelled = onCancelled
  app.onhostcontextchanged = ({ theme }) => passTheme(theme)
  await app.connect()
  passTheme(app.getHostContext()?.theme)
  return {
    async callTool(name, args, onProgress) {
      return toObject(await app.callServerTool({ name, arguments: args }, { onprogress: onProgress }))
    },
    async openLink(url) {
      await app.openLink({ url })
    },
    async readBlob(id) {
      if (app.getHostCapabilities()?.serverResources) {
        const uri = id.replace(/^blob:/, 'blob://')
        const [content] = (await app.readServerResource({ uri })).contents
        if (content && 'text' in content) return content.text
      }
      const read = { name: 'read_blob', arguments: { blob_id: id, mode: 'full' } }
      const { structuredContent } = toObject(await app.callServerTool(read))
      return String(toObject(structuredContent).content)
    },
  }
}

/** Messages are JSON. */
function toObject(sent: unknown): JsonObject {
  return isObject(sent) ? sent : {}
}
