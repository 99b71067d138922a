/** The input of each generated client, and the results of its five calls. */
export type Server = {
  origin: string
  key: string
  bytes: Uint8Array<ArrayBuffer>
  path: string
  text: string
}

export type Called = {
  blobId?: string
  words: number
  foundStatus?: string
  listed?: string[]
  fileStatus: number
}
