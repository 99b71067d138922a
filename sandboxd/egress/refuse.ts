/** How the guard says no, so that the code in the box reads a sentence and no answer of an origin. */
import type { ServerResponse } from 'node:http'

/** Set by the guard alone: the isolate's `fetch` throws what it says. An origin's header of this name is dropped. */
const REFUSED_HEADER = 'x-guildhall-refused'

export function refuse(response: ServerResponse, sentence: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(403, { [REFUSED_HEADER]: encodeURIComponent(sentence) }).end(sentence)
}
