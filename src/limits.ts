/**
 * Every limit of the host side in one place: what a page, a server or a caller may cost before we say no.
 *
 * Times end in Ms, sizes in Bytes or Chars. Where a caller may choose, the number here is the default.
 */
export const LIMITS = {
  /** Longest URL that is accepted, from a caller or from a page. Chrome's is 2 MB. */
  urlChars: 2_097_152,

  /** Largest document after decoding its content coding. */
  documentBytes: 50 * 1024 * 1024,
  /** Largest stylesheet, script or other sub-resource. */
  resourceBytes: 20 * 1024 * 1024,
  /** Bytes of an image in which its size must stand, and images of one document whose sizes are kept. */
  imageHeaderBytes: 1024 * 1024,
  imagesPerDocument: 20_000,
  /** Largest body that a page may send, and how many headers it may add to one request. */
  requestBytes: 10 * 1024 * 1024,
  requestHeaders: 100,
  /** Largest header block of a response, and the longest line between the chunks of its body, as Chrome has it. */
  headerBytes: 256 * 1024,
  chunkLineBytes: 16_384,
  /** Content codings that may be stacked on one response. */
  contentCodings: 4,
  redirects: 20,
  /** A longer referrer tells its origin only (Referrer Policy §8.3). */
  referrerChars: 4_096,
  /** A redirect's body up to this size is read to keep its connection. */
  discardBytes: 64 * 1024,
  /** Bytes that are looked at for a `meta charset` (HTML §13.2.3.2) and for the content type. */
  prescanBytes: 1024,
  /** How much of a head is looked through for an encoding, behind that, and how much has to come before it is again. */
  headBytes: 64 * 1024,
  headStepBytes: 256,

  /** How long those bytes are waited for (HTML §13.2.3.1). */
  prescanMs: 500,
  /** A document whose body takes longer than this is opened with what there is of it. */
  streamAfterMs: 10,
  /** The part of a call's time that a document's body may take: what has come by then is the document. */
  documentShare: 0.8,

  connectMs: 10_000,
  /** For one address, before the next is tried: Node gives it up then, and its own 250 ms are too few for far servers. */
  connectAttemptMs: 1_000,
  /** Names of one session whose addresses are kept, for how long, and for how long it is known that there are none. */
  names: { kept: 1_000, goodMs: 60_000, failedMs: 2_000 },
  /** From the request to the first byte of the answer. */
  headersMs: 25_000,
  /** Longest pause inside a body, and before a server answers that a web socket is to end (RFC 6455 §7.1.1, as in Chromium). */
  bodyIdleMs: 20_000,
  socketClosingMs: 60_000,
  /** A sub-resource, from request to last byte. */
  resourceMs: 60_000,
  /** The answer of a page that tells a proxy's country. */
  countryBytes: 64 * 1024,
  /** Connections to one origin at a time, as browsers have it. */
  connectionsPerOrigin: 6,
  /** Entries of all blocklists of one session, and how much of an address they are tried on. */
  blocklistEntries: 500_000,
  filteredUrlChars: 2_048,
  /** The HTTP cache of one session: all bodies, one body, how many, and the longest address. */
  cacheBytes: 64 * 1024 * 1024,
  cachedBodyBytes: 8 * 1024 * 1024,
  cacheEntries: 5_000,
  cachedUrlChars: 8_192,
  /** For how long an answer counts that says by its status that it will not change, in seconds. */
  permanentAnswerS: 365 * 24 * 3_600,
  /** A recording: all bodies, one body, and how many exchanges. */
  recordBytes: 256 * 1024 * 1024,
  recordedBodyBytes: 50 * 1024 * 1024,
  recordedExchanges: 50_000,
  /** Largest robots.txt that is read (RFC 9309 §2.5), for how long it counts, and of how many hosts. */
  robotsBytes: 500 * 1024,
  robotsMs: 24 * 3_600_000,
  robotsHosts: 1_000,
  robotsWaitMs: 10_000,
  /** Downloads of one session: one file, all files, and how many. */
  downloadBytes: 500 * 1024 * 1024,
  downloadsBytes: 5 * 1024 * 1024 * 1024,
  downloads: 1_000,
  /** Pages of a PDF that are read as text, and its size. */
  pdfPages: 500,
  pdfBytes: 50 * 1024 * 1024,
  pdfMemoryMb: 512,
  pdfMs: 20_000,
  /** Markup in which scripts and sheets are looked for early, and how many are fetched so. */
  preloadScanChars: 1024 * 1024,
  /** Longest tag or comment that is waited for there, in a document that comes in pieces. */
  preloadTagChars: 65_536,
  preloadsPerDocument: 100,
  /** Hosts to which connections as Chrome's are kept, and for how long their addresses count. */
  chromeRoutes: 64,
  chromeRouteMs: 60_000,
  /** Bytes of all bodies of one session, as they come off the wire. */
  sessionBytes: 8 * 1024 * 1024 * 1024,
  /** Requests to one origin at a time over HTTP/2. */
  streamsPerOrigin: 100,
  /** How long a proxy that failed is passed over, how many one request may try, and the largest answer to CONNECT. */
  proxyRestMs: 60_000,
  proxyTries: 3,
  proxyAnswerBytes: 16 * 1024,
  /** Hosts whose address space a session remembers. */
  hostsRemembered: 10_000,

  /** A call's deadline when its caller gives none. */
  callMs: 30_000,
  maxCallMs: 600_000,
  /** How much longer the client waits than the engine, before it takes the engine for stuck. */
  answerGraceMs: 2_000,
  /** How long an engine that may be stuck has to answer a ping, or to say anything at all, before it is ended. */
  pingMs: 8_000,
  engineStartMs: 20_000,
  shutdownMs: 2_000,

  /** A document that takes longer than this to come has its realm made meanwhile. */
  prepareAfterMs: 10,
  /** Longest time that a page may take to settle after it loaded or was acted on. */
  settleMs: 5_000,
  /** A timer that is due later than this does not keep a page from being settled. */
  settleWindowMs: 250,
  /** How long timers alone, which go on for ever on many pages, may keep a page from being settled. */
  timersOnlyMs: 1_500,
  /** How long a page may run before its requests are looked at. */
  runSliceMs: 50,
  /** Page requests that may be in flight or waiting, for one document. */
  requestsInFlight: 256,
  /** Page requests that one document may make. */
  requestsPerDocument: 5_000,
  /** Entries in a session's history, and what one keeps of the controls of its document; more than that is not kept. */
  historyEntries: 50,
  persistedChars: 65_536,
  /** Tabs of one session, each with an isolate of its own, and windows that a page may want within one action. */
  tabsPerSession: 20,
  popupsPerAction: 5,
  /** How long a page waits for a caller that wants to answer its dialogs. It is less than hostCallMs. */
  dialogMs: 8_000,
  /** Longest text that is typed key by key when a person is imitated; what is longer is pasted. */
  typedByKeysChars: 100,
  /** Longest trace of one session, in characters, besides its recording of the network. */
  traceBytes: 200 * 1024 * 1024,
  /** Calls that may wait for one session. */
  queuedCalls: 100,
  sessionsPerBrowser: 200,
  /** Engine processes of one browser, and callers that may wait for a session. */
  enginesPerBrowser: 128,
  waitingSessions: 10_000,
  /** Events of a session that are kept for whoever asks: the oldest go first. */
  eventsKept: 500,
  /** Longest message of one event. */
  eventChars: 2_000,

  /** Longest protocol message, in characters of JSON. */
  messageChars: 128 * 1024 * 1024,
  /** Longest text that one `type` may enter. */
  typedChars: 1_000_000,
  selectorChars: 10_000,
  /** How much of the engine's dying words an error quotes. */
  crashReportChars: 2_000,

  /** Longest text, value and link of one emitted element. */
  emittedTextLength: 2_000,
  emittedValueLength: 500,
  emittedHrefLength: 300,
  emittedTagLength: 60,
  /** Options of a select that are listed, and the length of one. */
  emittedOptions: 50,
  emittedOptionLength: 80,
  /** Characters of one page as Markdown. */
  readChars: 400_000,
  /** Tokens of an answer that the caller did not ask to be longer. */
  answerTokens: 2_000,
  /** Texts that are told to an agent that wants none, because they are new: all of them, and each. */
  newsChars: 2_000,
  newsTextLength: 400,
  /** Files that one upload may give to a page, together. */
  uploadBytes: 20 * 1024 * 1024,
  /** Steps of a session that are kept for people who look on, and points of the pointer's way between two looks. */
  stepsKept: 300,
  trailPoints: 60,
  /** How long people see the old page while a new one loads. */
  paintHoldMs: 3_000,
  /** How long a person has taken over when they do not say so again, and what they may do at once. */
  takeOverMs: 15_000,
  maxTakeOverMs: 600_000,
  personEvents: 100,
  pastedChars: 5_000,
  typedAddressChars: 8_192,
  /** Lines of text in one drawing of a page, and the characters of one. */
  inkLines: 20_000,
  inkChars: 500,
  /** Pixels of one picture, and its longest side: what is below that is left out. */
  picturePixels: 16_000_000,
  pictureSide: 16_000,
  /** Elements of one Spatial DOM. */
  emittedElements: 20_000,

  /** Pixels of a canvas; larger ones answer as empty ones. */
  canvasPixels: 16_777_216,
  /** Samples of one sound, and parts of a graph of sounds: nodes, and events of one of their parameters. */
  audioSamples: 16_777_216,
  audioParts: 1_000,
  /** Drawings of a canvas that nobody has looked at. */
  canvasCommands: 5_000,
  /** Heap of one session's isolate; V8 may use more for a moment. It does not count WebAssembly, with pages of 64 KB. */
  isolateMemoryMb: 512,
  wasm: { moduleBytes: 16 * 1024 * 1024, functionBytes: 512 * 1024, pages: 4_096, memories: 32, workerPages: 256 },
  /** What the threads of isolates get to leave them when the process ends. */
  isolateEndMs: 100,
  /** Longest time of one task of a page: a script, a timer, an event's listeners. How many times as long on a busy machine. */
  taskMs: 5_000,
  busyTaskFactor: 4,
  /** Processor time of all scripts of one navigation, in all its tasks. What an action of the agent finds left at least. */
  navigationScriptMs: 30_000,
  actionScriptMs: 10_000,
  /** Longest time that one style and layout may take. */
  layoutMs: 20_000,
  /** How much longer than its budget a task may take to stop, before its isolate is given up. */
  taskGraceMs: 3_000,
  /** Longest address that a stack trace shows. */
  filenameChars: 1_000,
  /** Longest answer of a realm, in characters of JSON. */
  realmAnswerChars: 64 * 1024 * 1024,
  /** Text that is parsed in one turn, so that timers and scripts get theirs in between. */
  parseChunkChars: 256 * 1024,
  /** Markup of one document, as text and as nodes in its tree. Chrome takes more; this can be laid out in a session's heap. */
  parsedChars: 8 * 1024 * 1024,
  nodesPerDocument: 250_000,
  /** Timers and animation frames that one document may have waiting. */
  timersPerDocument: 100_000,
  /** Workers that one document may have at a time, each with a realm of its own. */
  workersPerDocument: 16,
  /** Frames of one page, those that have documents with realms of their own, and how deep they may be nested. */
  framesPerPage: 500,
  frameRealms: 32,
  frameDepth: 10,
  /** Channels to other realms that one realm may make: ports that are sent to workers, and the workers themselves. */
  portsPerDocument: 10_000,
  /** Console lines and errors that are kept between two turns; later ones are counted only. */
  eventsPerTurn: 100,
  /** Commands of a page's network, storage and history between two turns. */
  commandsPerTurn: 100_000,
  /** How long a page may wait for answers of the host within one task. */
  hostCallMs: 10_000,
  /** localStorage or sessionStorage of one origin, keys and values together, in UTF-16 units, as browsers have it. */
  storageChars: 5 * 1024 * 1024,
  storageItems: 1_000_000,
  storageKeyChars: 10_000,
  /** Origins whose storage one session keeps: the one that was not used for longest goes first. */
  storageOrigins: 200,
  /** One database as text, and all databases of an origin. */
  databaseChars: 32 * 1024 * 1024,
  databasesPerOrigin: 100,
  /** A history entry's state as text; Chrome's limit is 16 MB, other browsers' are lower. */
  historyStateChars: 2 * 1024 * 1024,
  /** How deep structured values may be nested. */
  cloneDepth: 2_000,
  /** Cookies of one session, of one site, and the size of one (RFC 6265bis). */
  cookies: 3_000,
  cookiesPerSite: 180,
  cookieChars: 4_096,
  /** How long a cookie lives at most (RFC 6265bis §5.5), and goes along with POST where it has no SameSite (§5.6.7.2). */
  cookieMaxAgeMs: 400 * 24 * 3_600_000,
  laxAllowingUnsafeMs: 120_000,
  /** Preflights that a session remembers, and for how long at most; Chrome's is two hours. */
  preflights: 1_000,
  preflightMs: 7_200_000,
  /** WebSockets that one document may have open, how much may wait to be read, and how much of all of them to be sent. */
  socketsPerDocument: 100,
  socketQueueBytes: 16 * 1024 * 1024,
  socketUnsentBytes: 64 * 1024 * 1024,
  /** A script's request that is quiet so long (a long poll) holds up no settling; bytes of one answer that may wait. */
  quietRequestMs: 2_000,
  bodyQueueBytes: 4 * 1024 * 1024,

  /** Largest vault or session file. */
  sealedBytes: 64 * 1024 * 1024,
  /** How long a writer of the vault waits for another one. */
  vaultLockMs: 5_000,
  /** How long the system's keychain may take: a person may be asked to unlock it. */
  keychainMs: 60_000,
  /** Sign-ins in one vault, and the longest text in one. */
  logins: 10_000,
  loginChars: 4_096,
  /** What of IndexedDB is kept with a signed-in session, for one origin. */
  savedDatabaseChars: 4 * 1024 * 1024,
  /** How long a person or a service has to give a code, to approve, or to solve a captcha. */
  authPendingMs: 300_000,
  /** How long a used one-time code is kept out of answers. */
  codeSecretMs: 900_000,
  /** One sign-in, with the time that codes by mail and people need. */
  loginMs: 120_000,
  /** Steps of one sign-in: pages and forms, before it is given up. */
  loginSteps: 12,

  /** How deep style sheets may import each other. */
  importDepth: 8,

  /** Requests of one JSON-RPC batch. */
  rpcBatch: 100,
  /** The socket: one message of a client, its calls under way, what waits until it reads, and how many clients. */
  socketMessageBytes: 16 * 1024 * 1024,
  socketCalls: 128,
  socketBacklogBytes: 64 * 1024 * 1024,
  socketClients: 256,
  /** Longest name of a session of the command line, and the longest path of a Unix socket (macOS; Linux has 107). */
  sessionNameChars: 40,
  socketPathBytes: 103,
  /** How long the daemon is quiet before it ends, how long it may take to start, to answer, and to end. */
  daemonIdleMs: 30 * 60_000,
  daemonStartMs: 15_000,
  daemonAnswerMs: 5_000,
  daemonStopMs: 5_000,
  /** How often the daemon looks whether its socket is still its own. */
  daemonCheckMs: 1_000,
  /** What a browser's event stream is kept alive with, and how long one look for events waits. */
  eventStreamMs: 15_000,

  /** The longest text that a model is told at once, in characters. */
  toldChars: 24_000,

  /** One message of an MCP client. */
  mcpMessageBytes: 4 * 1024 * 1024,
  mcpErrorChars: 1_500,
  /** MCP clients over HTTP at a time, and how long one may be quiet before what it holds is closed. */
  mcpClients: 64,
  mcpIdleMs: 30 * 60_000,
  /** How long one call waits for a sign-in, before it says that the sign-in goes on. Clients give up after a minute. */
  mcpLoginTurnMs: 45_000,
  /** Longest wait that a model may ask for. */
  mcpWaitMs: 50_000,

  /** Sessions of one HTTP server, the body of one request, and how long a session may be unused before it is closed. */
  serverSessions: 64,
  serverBodyBytes: 4 * 1024 * 1024,
  serverIdleMs: 30 * 60_000,
  /** Longest time that a timer of Node can wait. */
  maxTimerMs: 2_147_483_647,
  /** Streams of events and WebSockets at a time, and how often a quiet one is tried. */
  serverStreams: 64,
  heartbeatMs: 15_000,
  /** Shortest pause between two looks at a page for people, also while one of them has taken over. */
  liveMs: 200,
  livePersonMs: 70,
  /** After a look, a pause of so many times its length. */
  liveShare: 4,
  /** Lines of console and network that one message has, bytes that may wait for a viewer, and its longest message. */
  liveEvents: 200,
  liveQueueBytes: 1024 * 1024,
  liveMessageBytes: 256 * 1024,
  /** The agent loop: steps of one run, and tokens of all its calls of the model, where its caller says nothing. */
  agentSteps: 30,
  agentTokens: 500_000,
  /** When the conversation has become longer than this, older pages are left out of it. */
  agentContextTokens: 16_000,
  /** Characters of a page that `extract` shows, of a thought that is kept, and of facts that are noted. */
  agentExtractChars: 8_000,
  agentThoughtChars: 300,
  agentNoteChars: 2_000,
  /** The task, and the last answer for the user. */
  agentTaskChars: 20_000,
  agentResultChars: 50_000,
  /** Steps that are remembered in a line each after their pages were left out. */
  agentStepsTold: 40,
  /** Answers in a row that cannot be used before the run is given up. */
  agentBadAnswers: 4,
  /** The same action with the same outcome: told to the model, and the end. */
  agentRepeatsTold: 3,
  agentRepeats: 5,
  /** Longest wait that a model may ask for. */
  agentWaitMs: 30_000,

  /** One answer of a model: all of it, its quiet moments, its length and its tokens. */
  modelMs: 180_000,
  modelIdleMs: 60_000,
  modelAnswerChars: 200_000,
  modelAnswerTokens: 2_048,
  /** How often a call of a model is tried, the first pause, and the longest one that a server may ask for. */
  modelTries: 5,
  modelRetryMs: 1_000,
  modelMaxRetryMs: 60_000,
  /** How deep the JSON of an answer may be nested. */
  modelJsonDepth: 20,

  /** Workers: how often a job is tried, and the first pause. */
  jobAttempts: 3,
  jobRetryMs: 200,
  /** How long a worker may be silent before it is taken for dead, and how often it says in this time that it lives. */
  workerDeadMs: 5_000,
  workerBeats: 5,
  /** Dead letters that are kept, and for how long cookies and storage of a key are. */
  deadLetters: 1_000,
  keptStateMs: 7 * 24 * 3_600_000,
  /** How long answers wait for a client that went away. */
  replyMs: 600_000,
  /** A session that was not used for so long is closed; its state stays. */
  workerIdleMs: 10 * 60_000,
  /** How long a worker that ends may finish what is under way. */
  workerCloseMs: 30_000,
} as const;
