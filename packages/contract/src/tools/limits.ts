/** Limits of tools that server and web must agree on. */
export const toolLimits = {
  /** Of an organization, HTTP tools and MCP servers apart. */
  toolsMax: 100,
  mcpServersMax: 20,
  /** That one agent may use; a model chooses worse among more. */
  toolsOfAgentMax: 20,
  purposeMax: 1_000,
  titleMax: 60,
  inputsMax: 30,
  /** Of the JSON Schema of the inputs, as JSON. */
  schemaBytesMax: 16_000,
  schemaDepthMax: 8,
  addressMax: 2_000,
  headersMax: 20,
  headerNameMax: 100,
  headerTextMax: 1_000,
  constantsMax: 30,
  constantTextMax: 1_000,
  sentenceMax: 300,
  variablesMax: 20,
  variablePathMax: 200,
  limitSecondsMin: 1,
  limitSecondsMax: 30,
  limitSecondsDefault: 10,
  /** Of an answer, in the conversation and on screens. */
  answerMax: 8_000,
  sampleMax: 8_000,
  secretValueMax: 4_000,
  mcpServerNameMax: 60,
  /** That one MCP server may list. */
  mcpToolsMax: 200,
  /** Of an OpenAPI document that is sent. */
  openApiBytesMax: 2_000_000,
  /** Of the name by which an agent refers to a tool. */
  refNameMax: 128,
  /** Text messages of an agent. */
  textsMax: 20,
  textNameMax: 60,
  /** Three parts of a text message, as carriers bill them. */
  textMax: 459,
} as const;
