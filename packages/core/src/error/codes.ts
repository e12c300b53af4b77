/** What the closed list says of one code: the source of `docs/errors/<CODE>.md`, `gdn explain` and default suggestions. */
export interface ErrorCodeEntry {
  /** What happened, in one sentence. */
  readonly summary: string;
  /** What usually leads to it. */
  readonly causes: readonly string[];
  /** What to do about it: the default `suggestion`. */
  readonly fix: string;
}

/** Every code a user or a model can meet. Adding one here adds its page; nothing else may invent a code. */
export const errorCodes = {
  // Tool calls
  E_TOOL: {
    summary: 'The tool ran and failed.',
    causes: ['The handler threw an error, or a promise of it was rejected.'],
    fix: 'Read the message, correct the input or the circumstances it names, and call the tool again.',
  },
  E_TOOL_NOT_IN_CATALOG: {
    summary: 'The tool was not offered to the model in this step.',
    causes: [
      'The model invented the name or remembered it from an earlier step.',
      'The agent does not list the tool in spec.tools.',
      'A step middleware took it out of the catalog.',
    ],
    fix: 'Call one of the tools in the current catalog, or add the tool to spec.tools of the agent.',
  },
  E_TOOL_NOT_FOUND: {
    summary: 'No tool of that name is registered.',
    causes: [
      'The name is misspelt.',
      'The tool was unregistered after the step had begun.',
      'The bundle changed while the turn was cut off.',
    ],
    fix: 'Check the name against the registered tools.',
  },
  E_TOOL_STALE: {
    summary:
      'The tool was registered anew after this step had been given its catalog, so the call was not run.',
    causes: [
      'An extension or an MCP server replaced the tool during the step.',
      'The definition changed while the turn was cut off.',
    ],
    fix: 'Look at the tool in the next step and call it again with arguments that fit its new definition.',
  },
  E_TOOL_INVALID_ARGS: {
    summary: 'The arguments do not fit the parameters of the tool; the handler was not started.',
    causes: [
      'A required property is missing, has the wrong type or lies outside its bounds.',
      'A property is not known to the tool.',
      'The arguments are nested too deeply, are too large, or are not JSON.',
    ],
    fix: 'Send arguments that fit the parameters of the tool.',
  },
  E_TOOL_INVALID_OUTPUT: {
    summary: 'The handler ended, but its result is not JSON or does not fit the declared output schema.',
    causes: [
      'The result holds a function, a BigInt, a symbol, a cycle, NaN or an object of a class such as Date or Map.',
      'The result does not fit spec.exports[].output.',
    ],
    fix: 'Do not repeat the call: its effect may have happened. The author of the tool has to return plain JSON that fits the output schema.',
  },
  E_TOOL_TIMEOUT: {
    summary: 'The call took longer than its limit and was stopped.',
    causes: [
      'The work is larger than the limit allows.',
      'The handler waits for something that never comes.',
    ],
    fix: 'Ask for less work in one call, or raise timeoutMs of the tool (at most policy.tools.maxTimeoutMs).',
  },
  E_TOOL_CANCELLED: {
    summary: 'The call was cancelled before it ended.',
    causes: ['The turn was cancelled by a person or by its caller.', 'The process is shutting down.'],
    fix: 'Start the turn again if the work is still wanted; part of its effect may have happened.',
  },
  E_TOOL_BLOCKED: {
    summary: 'Policy does not allow this tool.',
    causes: ['The tool is outside the whitelist of the swarm, the agent, the caller or TOOL_WHITELIST.'],
    fix: 'Use another tool, or add this one to the whitelist.',
  },
  E_TOOL_DENIED: {
    summary: 'The call needed the approval of a person and did not get it.',
    causes: ['A person denied it.', 'Nobody can be asked where the call was made.'],
    fix: 'Follow the note of the person who denied it; do not repeat the call unchanged.',
  },
  E_TOOL_UNANSWERED: {
    summary: 'The tool wanted to know something from a person and got no answer.',
    causes: ['Nobody can be asked where the call was made.', 'It asked again and again.'],
    fix: 'Call the tool with arguments that leave nothing open, or run the agent where its questions can be answered.',
  },
  E_TOOL_RATE_LIMITED: {
    summary: 'The tool was called more often than a rate limit allows; it was not started.',
    causes: [
      'Extension/rate-limit allows so many calls in an interval, and they are used up.',
      'The wait for a free place would have been longer than the limit lets a call wait.',
    ],
    fix: 'Call the tool again later, or with fewer calls, or raise the limit in the config of Extension/rate-limit.',
  },
  E_TOOL_OUTCOME_UNKNOWN: {
    summary:
      'The call had started when its process died; whether it took effect is not known, and it was not started again.',
    causes: [
      'The process was killed, crashed or lost power in the middle of a tool that is neither idempotent nor readOnly.',
    ],
    fix: 'Find out whether the effect happened before you call the tool again.',
  },
  E_TOOL_SANDBOX: {
    summary: 'Policy wants the OS sandbox around the command, and there is none here; nothing was run.',
    causes: [
      'policy.permissions.sandbox is required, and bubblewrap is not installed.',
      'bubblewrap is installed, but this machine or container does not let it make namespaces.',
    ],
    fix: 'Install bubblewrap (apt install bubblewrap), allow user namespaces, or set policy.permissions.sandbox to auto or off.',
  },
  E_INTERNAL: {
    summary: 'Goondan itself failed: this is a defect of ours.',
    causes: ['A mistake in Goondan.'],
    fix: 'Report it with the message and what led to it.',
  },
  // Files of stock tools
  E_FILE_OUTSIDE: {
    summary:
      'The path leads out of the workspace, to where policy allows no file; nothing was read or changed.',
    causes: [
      'The path is absolute, or has .. or ~ in it.',
      'A symbolic link on the way points out of the workspace.',
      'One of the lists in permissions.files.allow (of the Swarm or of the Agent) has no glob for it.',
    ],
    fix: 'Use a path inside the workspace, or have the path added to permissions.files.allow in the policy.',
  },
  E_FILE_NOT_FOUND: {
    summary: 'There is no file or folder at that path.',
    causes: ['The name is misspelt.', 'It was removed or never made.', 'A symbolic link leads nowhere.'],
    fix: 'List the folder to see what is there, and use a path from that list.',
  },
  E_FILE_EXISTS: {
    summary: 'Something is at that path already, or a folder is not empty.',
    causes: [
      'A new file or folder was asked for where there is one.',
      'A folder with entries was to be removed.',
    ],
    fix: 'Choose another path, or say that what is there may be replaced or removed.',
  },
  E_FILE_KIND: {
    summary: 'What is at that path is of another kind than the call needs.',
    causes: [
      'It is a folder where a file is needed, or a file where a folder is needed.',
      'It is a pipe, a socket or a device.',
    ],
    fix: 'Look at the path with stat, and use a tool that fits what is there.',
  },
  E_FILE_BINARY: {
    summary: 'The file is not text in an encoding that can be told from its bytes.',
    causes: [
      'It is an image, an archive, a program or another binary file.',
      'It is text in an encoding that has to be named.',
    ],
    fix: 'Ask for encoding base64, or name the encoding of the text.',
  },
  E_FILE_ENCODING: {
    summary: 'The content cannot be written in the encoding that was asked for or that the file has.',
    causes: ['A character does not exist in that encoding.', 'The content is not valid base64.'],
    fix: 'Use encoding utf-8, or leave out what the encoding does not have.',
  },
  E_FILE_TOO_LARGE: {
    summary: 'The file is larger than this operation takes.',
    causes: ['A whole file of that size does not fit into one call.'],
    fix: 'Read it in parts, or change it with a command.',
  },
  E_FILE_EDIT: {
    summary: 'The text to replace is not in the file exactly once, so nothing was changed.',
    causes: [
      'The text differs from the file in spaces, line ends or quotes.',
      'The file changed after it was read.',
      'The text occurs more than once.',
    ],
    fix: 'Read the file again and send the text exactly as it is there, with enough lines around it to be unique.',
  },
  E_FILE_PATTERN: {
    summary: 'The pattern of a search cannot be used.',
    causes: ['It is not a regular expression.', 'It is one that takes nearly endless time on some line.'],
    fix: 'Correct or simplify the pattern, or search for plain text.',
  },
  E_FILE_PROTECTED: {
    summary: 'The path is kept by Goondan or is the workspace itself; nothing was changed.',
    causes: [
      'It lies in .goondan of the workspace, where notes and large outputs are.',
      'It is the workspace folder, or a folder above it.',
    ],
    fix: 'Use another path of the workspace.',
  },
  E_FILE_CHANGED: {
    summary: 'The file or its path was changed by something else while it was used; nothing was written.',
    causes: [
      'Another process wrote the file between our reading and writing it.',
      'Another process keeps replacing a folder or a link on the way.',
    ],
    fix: 'Look at the file again, then repeat the call; if it fails again, wait until the other process has ended.',
  },
  E_FILE_ACCESS: {
    summary: 'The operating system refused the file operation.',
    causes: ['Permissions of the file or its folder.', 'A read-only file system, or a full disk.'],
    fix: 'Use another place, or have the cause that the message names removed.',
  },
  // Notes of the memory tool
  E_MEMORY_NOT_FOUND: {
    summary: 'There is no note with that key.',
    causes: [
      'The key is misspelt.',
      'The note was never put, or was removed.',
      'It belongs to another instance.',
    ],
    fix: 'List or search the notes, and use a key from there.',
  },
  E_MEMORY_FULL: {
    summary: 'The notes of this instance take all the room they may; nothing was stored.',
    causes: ['There are as many notes as may be kept, or they are too large together.'],
    fix: 'Remove notes that are no longer needed, or put one shorter note in place of several.',
  },
  // The command line
  E_USAGE: {
    summary: 'What was typed is not a command, or lacks something the command needs.',
    causes: ['A command or a flag is misspelt.', 'A value is missing or is not of its kind.'],
    fix: 'Look at the help: gdn --help lists the commands, gdn COMMAND --help its flags with examples.',
  },
  E_RUN_TIMEOUT: {
    summary: 'The turn took longer than --timeout allows and was cancelled.',
    causes: ['The work is larger than the limit.', 'A model or a tool is slow or does not answer.'],
    fix: 'Raise --timeout, or ask for less in one turn.',
  },
  E_RUN_INTERRUPTED: {
    summary: 'The run was interrupted; what it had begun is kept.',
    causes: ['Ctrl-C was pressed.', 'The process was asked to end.'],
    fix: 'Go on with gdn run --resume.',
  },
  // Agents
  E_AGENT_NOT_FOUND: {
    summary: 'There is no agent of that name in the swarm.',
    causes: ['The name is misspelt.', 'The agent is not listed in spec.agents of the Swarm.'],
    fix: 'Use one of the agents of the swarm.',
  },
  E_AGENT_TURN_NOT_FOUND: {
    summary: 'No turn of that id is known.',
    causes: [
      'The id is misspelt.',
      'The turn ended longer ago than finished turns are kept.',
      'The agent of the turn is no longer in the bundle; its turns wait until it is back.',
    ],
    fix: 'Check the id; it is printed by the run that began the turn.',
  },
  E_AGENT_GRANT_NOT_FOUND: {
    summary: 'Nothing of that name is allowed for good.',
    causes: [
      'It has been revoked before.',
      'The name is misspelt.',
      'Its instance was deleted, or belongs to another bundle or state root.',
    ],
    fix: 'gdn policy grants lists what is allowed for good, each with its name.',
  },
  E_AGENT_INSTANCE_NOT_FOUND: {
    summary: 'There is no instance of that key.',
    causes: [
      'The key or the agent is misspelt.',
      'It has been deleted, or has never had a turn.',
      'The key holds half a character (a lone surrogate), which no key can.',
    ],
    fix: 'gdn instance list shows those there are.',
  },
  E_AGENT_INSTANCE_OPEN: {
    summary: 'The instance has turns that have not ended, so it was not deleted.',
    causes: ['A turn was cut off, is queued, or waits for a person.'],
    fix: 'Finish them with gdn run --resume, cancel them with gdn cancel, or delete it with --force.',
  },
  E_AGENT_TIMEOUT: {
    summary: 'Another agent did not answer in time.',
    causes: ['Its work takes longer than the limit of the request.', 'It waits for a person.'],
    fix: 'Ask for less, raise the limit of the request, or hand the work off and go on meanwhile.',
  },
  E_AGENT_FAILED: {
    summary: 'Another agent ended its turn with an error.',
    causes: ['Its model, its tools or its policy failed; the message says which.'],
    fix: 'Read the message; the turn of that agent has the details.',
  },
  E_AGENT_CYCLE: {
    summary:
      'A request would come back to an agent that waits for it, or agents pass work to one another without end.',
    causes: [
      'An agent asked itself in the same instance, directly or through others.',
      'More than 16 agents ask one another in a row.',
      'More than 1,000 events of agents followed from one another, by send, handoff or request.',
    ],
    fix: 'Ask another instance, send where no answer is needed, or end the exchange and do the work here.',
  },
  E_AGENT_CRASHED: {
    summary: 'The process of another agent ended again and again.',
    causes: ['A tool or an extension of that agent takes its process down.'],
    fix: 'Look at the log of that agent.',
  },
  E_AGENT_CANCELLED: {
    summary: 'The turn was cancelled.',
    causes: ['A person or a caller cancelled it.', 'The time given to the run was over.'],
    fix: 'Start it again if its work is still wanted; finished calls have taken effect.',
  },
  E_AGENT_STEP_LIMIT: {
    summary: 'The turn took as many steps as policy allows and was not done.',
    causes: ['The work needs more steps.', 'The model calls tools without getting nearer to an answer.'],
    fix: 'Ask for less in one turn, or raise policy.maxStepsPerTurn.',
  },
  E_AGENT_BUDGET: {
    summary: 'The turn used up the tokens policy allows it.',
    causes: ['The conversation is long.', 'The work needs more model calls than planned.'],
    fix: 'Ask for less in one turn, shorten the conversation, or raise policy.budget.maxTokens.',
  },
  E_BACKPRESSURE: {
    summary: 'An agent has more to take in than it can; the event was not accepted.',
    causes: [
      'Events come faster than the agent takes them in.',
      'A handler blocks the process of the agent.',
    ],
    fix: 'Wait and send it again; nothing of it was kept.',
  },
  // Handles
  E_HANDLE_NOT_FOUND: {
    summary: 'There is no handle of that name.',
    causes: ['The name is misspelt.', 'Another state root holds it.'],
    fix: 'Check the handle and the state root.',
  },
  E_HANDLE_COMPLETED: {
    summary: 'The handle has been completed before; the second outcome was not taken.',
    causes: ['Two parties completed it.', 'The same completion was sent twice.'],
    fix: 'Nothing is to be done if the first outcome is right: it is the one that counts.',
  },
  E_HANDLE_KIND: {
    summary: 'The handle waits for another kind of answer; nothing was recorded.',
    causes: [
      'A held call was given an outcome.',
      'A call that ended as pending was approved or denied.',
      'What was to be allowed for good does not fit the call that was approved.',
      'The outcome is no JSON.',
    ],
    fix: 'gdn handle show HANDLE says what it waits for.',
  },
  E_HANDLE_LATE: {
    summary: 'The turn that waited for this answer has ended; nothing was recorded.',
    causes: ['The turn was cancelled while its call was held.'],
    fix: 'Start the work again if it is still wanted.',
  },
  E_HANDLE_CONFLICT: {
    summary: 'A tool answered pending with a handle that is already in use.',
    causes: ['Two calls chose the same handle.'],
    fix: 'Let pending() make the handle, or derive it from ctx.idempotencyKey.',
  },
  // MCP servers
  E_MCP_UNAVAILABLE: {
    summary: 'An MCP server cannot be started or reached, so its tool was not called.',
    causes: [
      'The command does not exist, ends at once or is not an MCP server.',
      'The address does not answer, or a variable that the server needs is not set.',
      'It ended again and again, and is tried again only after a while.',
    ],
    fix: 'Read the message for what the server said last, mend its entry in the config of Extension/mcp, and call the tool again.',
  },
  E_MCP_LOST: {
    summary:
      'The connection to an MCP server was lost in the middle of a call; whether it took effect is not known.',
    causes: [
      'The server crashed, was killed or closed the connection.',
      'It sent a message of more than 64 MiB, and was ended for it.',
      'Our own process ended while the server waited for an answer of a person.',
    ],
    fix: 'Find out whether the effect happened before you call the tool again; the server is started again by the next call.',
  },
  E_MCP_TIMEOUT: {
    summary: 'An MCP server did not answer in time while the connection to it was being opened.',
    causes: ['It takes long to start.', 'It waits for something, such as a download or a login.'],
    fix: 'Raise startTimeoutMs of the server in the config of Extension/mcp, or start its command by hand to see what it waits for.',
  },
  E_MCP_PROTOCOL: {
    summary: 'An MCP server refused the call, or answered with something the protocol does not allow.',
    causes: [
      'The server does not know the tool any more, or does not accept its arguments.',
      'The result does not fit the output schema that the server has declared.',
    ],
    fix: 'Read the message; if the arguments are right, report it to whoever makes the server.',
  },
  E_MCP_TOOL_ERROR: {
    summary: 'The tool of an MCP server ran and says that it failed.',
    causes: ['What it was asked for cannot be done; the message is its own.'],
    fix: 'Read the message, correct the arguments or the circumstances it names, and call the tool again.',
  },
  E_MCP_AUTH: {
    summary: 'An MCP server wants an authorization that nobody has given yet, or that is not valid any more.',
    causes: [
      'A person has to log in once, and there is nobody to do so where the call was made.',
      'The token was withdrawn, or does not cover what the tool needs.',
    ],
    fix: 'Log in to the server once with `gdn mcp test`, or correct `auth` of the server in the config of Extension/mcp.',
  },
  E_MCP_DRIFT: {
    summary:
      'An MCP server has changed the definition of a tool since it was approved, so the tool is blocked.',
    causes: [
      'The server was updated.',
      'The server shows another description or schema than the one a person has seen.',
    ],
    fix: 'Look at the difference with `gdn mcp list`, and allow the new definition with `gdn mcp approve`.',
  },
  // Models
  E_MODEL_AUTH: {
    summary: 'The provider of a model was given no API key, or refused the one it was given.',
    causes: [
      'The environment variable that spec.apiKey names is not set where Goondan runs.',
      'The key is wrong, has expired or may not use this model.',
    ],
    fix: 'Set the variable the message names to a key that is valid for this provider and model.',
  },
  E_MODEL_RATE_LIMITED: {
    summary: 'The provider limits how much may be asked, and waiting did not help.',
    causes: [
      'Too many requests or tokens in a short time.',
      'The account is out of quota.',
      'The provider asked to wait longer than a minute.',
    ],
    fix: 'Wait as long as the message says, ask less at once, or raise the limit with the provider.',
  },
  E_MODEL_UNAVAILABLE: {
    summary: 'The provider could not be reached, or could not answer, and asking again did not help.',
    causes: [
      'The endpoint is wrong, or nothing listens there.',
      'The provider is overloaded or has an outage.',
      'The connection was cut in the middle of the answer each time.',
    ],
    fix: 'Check spec.endpoint and the network, then run again; nothing of the half answer was used.',
  },
  E_MODEL_REQUEST: {
    summary: 'The provider refused the request as it stands.',
    causes: [
      'The model does not exist or does not know a parameter.',
      'The conversation is longer than the model can read.',
      'A message holds something this model cannot take, such as an image.',
    ],
    fix: 'Read the words of the provider in the message and change the model, its params or the conversation.',
  },
  E_MODEL_TIMEOUT: {
    summary: 'The model stayed silent for too long, each time it was asked.',
    causes: [
      'The model thinks longer than spec.options.timeoutMs without sending anything.',
      'The server accepted the request and hangs.',
    ],
    fix: 'Raise spec.options.timeoutMs of the model, or see why the server is silent.',
  },
  E_MODEL_ANSWER: {
    summary: 'The model answered, but with nothing that could be used.',
    causes: [
      'The answer was empty, for instance because a filter removed all of it.',
      'The answer is not in the form of the provider: the endpoint belongs to something else.',
    ],
    fix: 'Check that spec.provider and spec.endpoint fit each other; ask differently where a filter answered.',
  },
  E_MODEL_CASSETTE: {
    summary: 'A recorded model has no answer for what it was asked, or its cassette cannot be used.',
    causes: [
      'The prompt, the tools, the params or a result of a tool changed since the recording.',
      'The file does not exist, or cannot be read or written.',
    ],
    fix: 'Record anew with a Model of provider record, or bring back what the message says has changed.',
  },
  E_MODEL_SCRIPT: {
    summary: 'A scripted model has no rule for what it was asked, or a rule that cannot be filled in.',
    causes: ['No rule matches the last message.', 'A template names something that is not there.'],
    fix: 'Add a rule for it to spec.options.rules of the model; one without `when` answers everything.',
  },
  // HTTP
  E_HTTP_UNAUTHORIZED: {
    summary: 'The request does not carry the token of the server.',
    causes: ['The Authorization header is missing or names another token.', 'The server was started anew.'],
    fix: 'Send Authorization: Bearer TOKEN; gdn serve says which file holds the token.',
  },
  E_HTTP_FORBIDDEN: {
    summary:
      'The request was not meant for this server: it names another host, or comes from a page of another site.',
    causes: ['A web page made the browser send it.', 'A name other than localhost leads to this machine.'],
    fix: 'Use the address that gdn serve prints.',
  },
  E_HTTP_ROUTE: {
    summary: 'There is nothing at this address, or not with this method.',
    causes: ['The path or the method is misspelt.'],
    fix: 'See the routes in the message, or in the reference of gdn serve.',
  },
  E_HTTP_REQUEST: {
    summary: 'The request cannot be understood.',
    causes: ['The body is no JSON, lacks a field or has one too many.', 'The body is larger than 10 MiB.'],
    fix: 'Send application/json with the fields the message names.',
  },
  E_HTTP_UNAVAILABLE: {
    summary: 'The server is ending or could not be reached.',
    causes: ['gdn serve was asked to end.', 'Its process died.'],
    fix: 'Try again once it runs; what it had accepted is kept.',
  },
  // Documents and texts
  E_DOCUMENT_FORMAT: {
    summary: 'The document is of a kind that cannot be read as text.',
    causes: [
      'It is an image, an archive, a program or an older office format such as .doc, .xls or .hwp.',
      'The format that was asked for is not the one the document has.',
    ],
    fix: 'Leave out format, or convert the document to PDF, DOCX, XLSX, HTML, Markdown, CSV or plain text first.',
  },
  E_DOCUMENT_DAMAGED: {
    summary: 'The document has the marks of its format, but its content cannot be read.',
    causes: [
      'The download or copy was cut off.',
      'The file was changed by a program that did not know the format.',
    ],
    fix: 'Get the document again from its source, or open it in its own program and save it anew.',
  },
  E_DOCUMENT_ENCRYPTED: {
    summary: 'The document can be opened with a password only.',
    causes: ['Its author protected it.'],
    fix: 'Ask for a copy without a password; this tool takes none.',
  },
  E_DOCUMENT_EMPTY: {
    summary: 'There is no text in the document, or in the part that was asked for.',
    causes: ['The file has no content.', 'The pages are pictures of text, as scans are.'],
    fix: 'Ask for another part, or for a version with a text layer.',
  },
  E_DOCUMENT_TOO_LARGE: {
    summary: 'The document is larger than can be read, or needs more time or memory than it may use.',
    causes: ['The file is very large.', 'Its compressed content unfolds to far more than its size.'],
    fix: 'Ask for fewer pages or rows, or split the document.',
  },
  E_DOCUMENT_PART: {
    summary: 'The document does not have the page, sheet or range that was asked for.',
    causes: ['A page number is beyond the last one.', 'The name of the sheet is misspelt.'],
    fix: 'Ask for one of the parts the message names.',
  },
  E_DOCUMENT_UNAVAILABLE: {
    summary: 'The server answered with an error instead of the document.',
    causes: ['The address is wrong or out of date.', 'The server wants a login or refuses programs.'],
    fix: 'Check the address; the message says the status the server gave.',
  },
  E_TEXT_PATTERN: {
    summary: 'The regular expression needs too many steps on this text, so that it was stopped.',
    causes: ['It repeats what is itself repeated, such as (a+)+, or can match the same text in many ways.'],
    fix: 'Make the repeated parts exclude one another, such as `[^,]+,` instead of `.+,`, or work on a shorter text.',
  },
  // Storage
  E_STORAGE_LOCKED: {
    summary: 'Another process works on the same state.',
    causes: ['A run, a server or a command on the same workspace has not ended.'],
    fix: 'Wait for the process the message names, or end it; after a crash the lock is free by itself.',
  },
  E_STORAGE_FULL: {
    summary: 'There is no room to record what was about to happen, so it was not done.',
    causes: ['The disk or the quota is full.'],
    fix: 'Make room and go on: nothing that was acknowledged is lost, and nothing was started without a record.',
  },
  E_STORAGE_DAMAGED: {
    summary: 'A record does not read as it was written.',
    causes: [
      'The file was changed, cut or copied while it was in use.',
      'The disk returned other bytes than were written.',
    ],
    fix: 'Restore the file from a copy, or set it aside and start anew; nothing in it was guessed.',
  },
  E_STORAGE_VERSION: {
    summary: 'The state was written by a newer version than this one.',
    causes: ['Goondan was set back to an older version.', 'Two versions share one state root.'],
    fix: 'Use the newer version, or another --state-root.',
  },
  E_STORAGE_CONFLICT: {
    summary: 'An instance of an agent is on record in two places, with different turns in each.',
    causes: [
      'isolation of the agent was changed, and changed back by a version that did not move its records.',
      'A journal was copied into the state root by hand.',
    ],
    fix: 'Set one of the two files the message names aside, or go back to the isolation the agent had before.',
  },
  E_STORAGE_IO: {
    summary: 'The state could not be read or written.',
    causes: ['The folder is missing, is read-only or belongs to another user.', 'The disk failed.'],
    fix: 'Check that the folder the message names exists and may be written.',
  },
  // Extensions
  E_EXTENSION_INIT: {
    summary: 'An extension failed while it was being set up, so the agent did not start.',
    causes: [
      'register(api, config) threw or its promise was rejected.',
      'The module has no register function or cannot be imported.',
    ],
    fix: 'Mend the extension, or take it out of spec.extensions of the agent.',
  },
  E_EXTENSION_MIDDLEWARE: {
    summary: 'A middleware threw, or gave back something that is not a result.',
    causes: ['The middleware has a mistake.', 'It forgot to return what next() gave it.'],
    fix: 'Return the result of ctx.next(), or a result of the same shape.',
  },
  E_EXTENSION_NEXT_LATE: {
    summary: 'A middleware called next() after it had ended.',
    causes: ['next() was called from a timer or a promise that the middleware did not wait for.'],
    fix: 'Call ctx.next() before the middleware returns, and await it; what comes after the answer belongs behind the await.',
  },
  E_EXTENSION_NEXT_TWICE: {
    summary: 'A middleware called next() a second time.',
    causes: ['A retry was written as a second next(); a step, turn or call runs at most once.'],
    fix: 'Call next() at most once and keep its result; ctx.retry() runs a tool call again where its tool bears it.',
  },
  E_EXTENSION_RETRY: {
    summary: 'A middleware asked to run a call again that must not be.',
    causes: [
      'The tool is annotated neither idempotent nor readOnly: the first run may have taken effect.',
      'retry() was called before the run before it had come back.',
    ],
    fix: 'Call ctx.retry() only where ctx.annotations has idempotent or readOnly, and await what ran before.',
  },
  E_EXTENSION_STATE: {
    summary: 'Extension state was used outside a turn, or given what is no JSON.',
    causes: [
      'api.state was read or written while the extension was being set up or from a timer.',
      'api.state.set was given a value that cannot be recorded, such as a BigInt, a function, a Map or NaN.',
    ],
    fix: 'Use api.state inside turn, step or toolCall middleware or a tool handler, with JSON values.',
  },
  // Configuration
  E_CONFIG_TOOL_NAME: {
    summary: 'A tool, resource or export name breaks the naming rules.',
    causes: [
      'It has a character, a double underscore or a length that providers or the `resource__export` form do not allow.',
    ],
    fix: 'Use lower-case letters, digits, - and single _; a resource name may not end in _, and the whole name has at most 64 characters.',
  },
  E_CONFIG_TOOL_SCHEMA: {
    summary:
      'The parameters or output of a tool are not a valid JSON Schema, or its parameters describe no object.',
    causes: [
      'A keyword has a value it may not have.',
      'The type of the parameters is not object: models send nothing else.',
      'A $ref points nowhere.',
      'A pattern is not a regular expression.',
    ],
    fix: 'Correct the keyword the message names; drafts 2020-12 and draft-07 are understood.',
  },
  E_CONFIG_NOT_FOUND: {
    summary: 'There is no goondan.yaml that can be read in this folder.',
    causes: [
      'The folder is not a bundle.',
      'The file has another name, such as goondan.yml.',
      'The file may not be read.',
    ],
    fix: 'Run gdn init to make a bundle, or choose its folder with -C.',
  },
  E_CONFIG_EMPTY: {
    summary: 'goondan.yaml holds no document.',
    causes: ['The file is empty.', 'Everything in it is commented out.'],
    fix: 'Add a resource: apiVersion, kind, metadata and spec.',
  },
  E_CONFIG_ENCODING: {
    summary: 'goondan.yaml is not UTF-8.',
    causes: [
      'An editor saved it as UTF-16 or in a regional encoding such as EUC-KR.',
      'The file is damaged.',
    ],
    fix: 'Save the file as UTF-8.',
  },
  E_CONFIG_YAML_SYNTAX: {
    summary: 'A document is not YAML, so that nothing else in it could be checked.',
    causes: [
      'The indentation is off.',
      'A quote or bracket is not closed.',
      'A value with : or # is not in quotes.',
    ],
    fix: 'Correct the YAML at the place shown; often the mistake is at the end of the line before.',
  },
  E_CONFIG_YAML_DUPLICATE_KEY: {
    summary: 'A key stands twice in one mapping, and only the last would count.',
    causes: ['A block was copied and not adapted.'],
    fix: 'Keep one of the two.',
  },
  E_CONFIG_YAML_TAG: {
    summary: 'A value carries a YAML tag that is not supported.',
    causes: ['The file was written for a tool with tags of its own, such as !Ref or !!python/object.'],
    fix: 'Remove the tag: values are plain strings, numbers, booleans, lists and mappings.',
  },
  E_CONFIG_YAML_ALIAS: {
    summary: 'A YAML alias or merge key cannot be followed.',
    causes: [
      'The anchor is missing or comes later.',
      'The alias stands inside its own anchor.',
      'Aliases of aliases unfold without measure.',
      'The merge key << is not part of YAML 1.2.',
    ],
    fix: 'Write the values out where they are used.',
  },
  E_CONFIG_YAML_LIMIT: {
    summary: 'The file is larger or nested deeper than Goondan reads.',
    causes: ['The file was generated.', 'Data was put into configuration.'],
    fix: 'Move data into files of its own.',
  },
  E_CONFIG_DOCUMENT: {
    summary: 'A document of goondan.yaml is not a mapping.',
    causes: [
      'The document is a list or plain text.',
      'The resources were put into one list instead of documents between --- lines.',
    ],
    fix: 'Begin each document with apiVersion, kind, metadata and spec, and put --- between them.',
  },
  E_CONFIG_API_VERSION: {
    summary: 'A document has no apiVersion, or one that is not known.',
    causes: [
      'The line was left out.',
      'The document was written for Goondan v1 (agents.example.io/v1alpha1).',
    ],
    fix: 'Write apiVersion: goondan.ai/v1.',
  },
  E_CONFIG_KIND: {
    summary: 'A document has no kind, or one that is not known.',
    causes: [
      'The kind is misspelt; upper and lower case matter.',
      'It is a kind of Goondan v1 that is gone.',
    ],
    fix: 'Use Model, Agent, Swarm, Tool or Extension.',
  },
  E_CONFIG_NAME: {
    summary: 'A resource has no name, or one that cannot be used in refs and folder names.',
    causes: [
      'metadata.name is missing or not a string.',
      'The name has a blank, a slash, a colon or a control character.',
    ],
    fix: 'Give metadata.name: letters of any script, digits, - and _.',
  },
  E_CONFIG_DUPLICATE_RESOURCE: {
    summary: 'Two resources have the same kind and name.',
    causes: ['A document was copied and not renamed.'],
    fix: 'Rename or remove one of them.',
  },
  E_CONFIG_UNKNOWN_FIELD: {
    summary: 'A field is not known where it stands.',
    causes: [
      'The name is misspelt.',
      'The field belongs to another level or another kind.',
      'Two fields that exclude each other were both given.',
    ],
    fix: 'Use one of the known fields; gdn schema lists them, and editors can complete them.',
  },
  E_CONFIG_REMOVED_FIELD: {
    summary: 'A field of Goondan v1 is used that is gone.',
    causes: ['A Tool of v1 with runtime or auth was taken over.'],
    fix: 'Remove the field: tools are run by Bun, and secrets come from the environment that policy allows.',
  },
  E_CONFIG_MISSING_FIELD: {
    summary: 'A required field is missing.',
    causes: ['It was left out.', 'It is indented to the wrong level.'],
    fix: 'Add the field at the place shown.',
  },
  E_CONFIG_TYPE: {
    summary: 'A value has the wrong type.',
    causes: [
      'A number or boolean is in quotes, or text is not.',
      'A single value stands where a list is expected.',
      'A key was left without a value.',
    ],
    fix: 'Write a value of the type the message names.',
  },
  E_CONFIG_VALUE: {
    summary: 'A value is of the right type but not allowed.',
    causes: [
      'It is not one of the choices.',
      'It is too small or too large.',
      'A text or list that needs content is empty.',
    ],
    fix: 'Use a value within the bounds or among the choices the message names.',
  },
  E_CONFIG_REF: {
    summary: 'A value that should be a reference is none.',
    causes: [
      'The kind is missing: bash instead of Tool/bash.',
      'The reference has blanks or more than one slash.',
    ],
    fix: 'Write Kind/name, { ref: Kind/name } or { kind, name }.',
  },
  E_CONFIG_REF_KIND: {
    summary: 'A reference names a kind that its place does not take.',
    causes: ['The kind is misspelt.', 'An extension is listed under tools, or the other way round.'],
    fix: 'Refer to a resource of the kind the message names.',
  },
  E_CONFIG_REF_NOT_FOUND: {
    summary: 'A reference leads to a resource that does not exist.',
    causes: [
      'The name is misspelt.',
      'The resource was renamed or removed.',
      'The stock resource does not exist in this version.',
    ],
    fix: 'Correct the name, or add the resource to goondan.yaml.',
  },
  E_CONFIG_REF_DUPLICATE: {
    summary: 'The same resource is listed twice.',
    causes: ['A line was copied.', 'Two forms of reference name the same resource.'],
    fix: 'Remove one of the two.',
  },
  E_CONFIG_TOOL_EXPORT_DUPLICATE: {
    summary: 'Two exports of a Tool have the same name.',
    causes: ['An export was copied and not renamed.'],
    fix: 'Rename or remove one of them: the model tells tools apart by name only.',
  },
  E_CONFIG_ENTRY: {
    summary: 'spec.entry does not name a file inside the bundle.',
    causes: [
      'The path is misspelt or not relative to the bundle root.',
      'It names a folder.',
      'It leads out of the bundle by .., as an absolute path or by a symbolic link.',
    ],
    fix: 'Give the path of the module relative to the folder of goondan.yaml, such as ./tools/bash/index.ts.',
  },
  E_CONFIG_MODULE: {
    summary: 'The module of a Tool or an Extension cannot be imported.',
    causes: [
      'It has a syntax error.',
      'It throws while it is loaded.',
      'It imports a package that is not installed.',
      'It does not finish loading, or ends the process that loads it.',
    ],
    fix: 'Mend the module; bun run <file> shows the same in full.',
  },
  E_CONFIG_HANDLER: {
    summary: 'An export of a Tool has no handler.',
    causes: [
      'The module does not export handlers.',
      'The handler has another name than the export.',
      'The handler is not a function.',
    ],
    fix: 'Export handlers from the module, with a function for every export of the Tool.',
  },
  E_CONFIG_HANDLER_SURPLUS: {
    summary: 'The module of a Tool has a handler that no export names, so it can never be called.',
    causes: ['The export was removed or renamed.'],
    fix: 'Add an export for the handler, or remove the handler.',
  },
  E_CONFIG_EXTENSION_REGISTER: {
    summary: 'The module of an Extension exports no register function.',
    causes: ['The function has another name or is the default export.'],
    fix: 'Write export function register(api, config) { … }.',
  },
  E_CONFIG_EXTENSION_CONFIG: {
    summary: 'The config of an extension is not what the extension takes.',
    causes: [
      'A setting is misspelt, of the wrong type, out of its bounds, or missing.',
      'A ref of an agent lays a setting over the resource that does not fit.',
    ],
    fix: 'Give the extension the config its reference page or its schema asks for.',
  },
  E_CONFIG_SWARM_ENTRY: {
    summary: 'The entry agent of a Swarm is not one of its agents.',
    causes: ['The agent was left out of agents, or renamed in one place only.'],
    fix: 'Add the entry agent to agents.',
  },
  E_CONFIG_AGENT_STRAY: {
    summary: 'An Agent is in no Swarm, so nothing can reach it.',
    causes: ['It was not added to agents of a Swarm.'],
    fix: 'Add it to agents of a Swarm, or remove it.',
  },
  E_CONFIG_POLICY_PATTERN: {
    summary: 'A pattern in a policy can match no tool.',
    causes: [
      'It names a resource without __*.',
      'It has a wildcard in another place than the end.',
      'A whitelist has *, which only approvals take.',
    ],
    fix: 'Write a full name such as bash__exec, or bash__* for all tools of a resource.',
  },
  E_CONFIG_POLICY_EXPRESSION: {
    summary: 'An argument pattern of an approval is not a regular expression.',
    causes: ['A bracket is not closed.', 'A character that means something is not escaped.'],
    fix: 'Write a JavaScript regular expression (flag u), without slashes around it.',
  },
  E_CONFIG_POLICY_IDLE: {
    summary: 'A whitelist is given, but whitelists are not switched on.',
    causes: ['features.tools_policy is off, which is the default.'],
    fix: 'Set policy.tools.features.tools_policy: true, or GOONDAN_FEATURE_TOOLS_POLICY=true.',
  },
  E_CONFIG_POLICY_WIDENS: {
    summary: 'The policy of an Agent asks for more than its Swarm allows, which has no effect.',
    causes: [
      'A limit of the Agent is larger than that of the Swarm.',
      'A permission is given in the Agent only.',
    ],
    fix: 'Raise the limit in the Swarm, or lower it in the Agent.',
  },
  E_CONFIG_POLICY_TIMEOUT: {
    summary: 'A timeout is longer than the longest that policy allows.',
    causes: ['timeoutMs was raised and maxTimeoutMs was not.'],
    fix: 'Lower timeoutMs, or raise policy.tools.maxTimeoutMs.',
  },
  E_CONFIG_MODEL_ENDPOINT: {
    summary: 'The endpoint of a Model is missing or is not a web address.',
    causes: [
      'Provider openai-compatible was chosen without saying where it is.',
      'The scheme is missing: localhost:11434 instead of http://localhost:11434.',
    ],
    fix: 'Give endpoint as an http or https address.',
  },
  E_CONFIG_SECRET: {
    summary: 'A key, token or password stands in goondan.yaml itself.',
    causes: [
      'apiKey.value was used instead of apiKey.valueFrom.',
      'A header, an option or the config of an extension holds a secret as it is.',
    ],
    fix: 'Put it into an environment variable and name that, in a Model by apiKey: { valueFrom: { env: NAME_OF_VARIABLE } }; then replace it, for it may have been seen.',
  },
  E_CONFIG_ENV_MISSING: {
    summary: 'An environment variable that the bundle takes a value from is not set.',
    causes: ['The variable was not exported in this shell.', 'Its name is misspelt.'],
    fix: 'Set the variable before you run the bundle.',
  },
  E_CONFIG_PROMPT: {
    summary: 'A prompt is given twice or not at all.',
    causes: ['Both system and systemRef are given.', 'prompt is empty.'],
    fix: 'Give either system (the text) or systemRef (a file).',
  },
  E_CONFIG_PROMPT_FILE: {
    summary: 'The file of a prompt does not exist inside the bundle.',
    causes: ['The path is misspelt or not relative to the bundle root.', 'It leads out of the bundle.'],
    fix: 'Give the path of the file relative to the folder of goondan.yaml.',
  },
  // Network access of stock tools
  E_NETWORK_INVALID_URL: {
    summary: 'The address is not one that can be fetched; no connection was made.',
    causes: [
      'It is not a whole URL with a scheme and a host.',
      'Its scheme is not http or https.',
      'It holds a user name or password.',
      'Its port belongs to another protocol, such as 25 for mail.',
    ],
    fix: 'Give a whole http or https URL, such as https://example.com/page.',
  },
  E_NETWORK_INVALID_REQUEST: {
    summary: 'The method or a header of a request cannot be sent; no connection was made.',
    causes: [
      'A header name or value holds a line break or another character that HTTP does not allow.',
      'A header was given that is made here, such as Host or Content-Length.',
    ],
    fix: 'Correct the method or header that the message names.',
  },
  E_NETWORK_REFUSED: {
    summary: 'The host has no address that policy allows; no connection was made to it.',
    causes: [
      'The host is this machine or one of a private network.',
      'The host answers requests about the machine itself, such as a metadata service of a cloud.',
      'A page redirects to such a host.',
    ],
    fix: 'Use a public address, or have whoever runs the swarm add the host to policy.permissions.network.allow.',
  },
  E_NETWORK_NAME: {
    summary: 'The name of a host has no address.',
    causes: ['The name is misspelt or no longer exists.', 'The name server does not answer.'],
    fix: 'Check the name of the host.',
  },
  E_NETWORK_CONNECTION: {
    summary: 'The host could not be reached, or the connection broke off.',
    causes: ['Nothing listens on the port.', 'The network is down.', 'The server closed the connection.'],
    fix: 'Check host and port, and try again later.',
  },
  E_NETWORK_CERTIFICATE: {
    summary: 'The server cannot prove that it is the host of the URL; nothing was sent.',
    causes: [
      'Its certificate is for another name, has expired or is signed by nobody known.',
      'Something between here and the server intercepts the connection.',
    ],
    fix: 'Use the name the certificate is for. Checking cannot be switched off.',
  },
  E_NETWORK_TIMEOUT: {
    summary: 'The server did not answer in time; the connection was closed.',
    causes: ['The server is slow or does not answer.', 'The body is larger than the time allows.'],
    fix: 'Try again later, or allow more time with timeoutMs where the tool has it.',
  },
  E_NETWORK_REDIRECT: {
    summary: 'A redirect was not followed.',
    causes: ['There are too many of them.', 'It leads to an address that cannot be fetched.'],
    fix: 'Use the address the page moved to.',
  },
  E_NETWORK_BAD_RESPONSE: {
    summary: 'What the server sent is not a valid HTTP response.',
    causes: [
      'The port speaks another protocol.',
      'The headers are too large.',
      'The body is not compressed in the way its headers say.',
    ],
    fix: 'Check scheme and port. A broken server cannot be helped from here.',
  },
  // Web search
  E_SEARCH_UNCONFIGURED: {
    summary: 'No provider is set up for web search.',
    causes: [
      'None of SEARXNG_URL, BRAVE_API_KEY and TAVILY_API_KEY is set.',
      'WEB_SEARCH_PROVIDER names a provider that is unknown or lacks its variable.',
      'The address of the provider is not a web address.',
    ],
    fix: 'Set SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY in the environment of the swarm and start it again.',
  },
  E_SEARCH_KEY: {
    summary: 'The search provider does not accept the key.',
    causes: ['The key is wrong, expired or revoked.', 'The plan of the key does not include search.'],
    fix: 'Have whoever runs the swarm check the key in the environment; searching again will not help.',
  },
  E_SEARCH_LIMIT: {
    summary: 'The search provider has had too many requests.',
    causes: ['Searches came too fast.', 'The quota of the key is used up.'],
    fix: 'Wait before you search again, and search less often.',
  },
  E_SEARCH_FAILED: {
    summary: 'The search provider could not be reached or did not answer with results.',
    causes: [
      'The provider is down or slow.',
      'Its address points at something else.',
      'A SearXNG server does not have the json format switched on.',
    ],
    fix: 'Try again later. If it stays, have whoever runs the swarm check the address of the provider.',
  },
  // Plans
  E_PLAN_INVALID: {
    summary: 'What was given is not a plan; nothing was run.',
    causes: [
      'The plan is not {tools: [name or entry, …]}.',
      'An entry lacks its tool, has a field that does not exist, or has a field of the wrong kind.',
      'The file is not YAML or JSON.',
    ],
    fix: 'Write {tools: [name, {id, tool, args, after}]}: only tool is required, args is an object, after a list of ids.',
  },
  E_PLAN_TOO_LARGE: {
    summary: 'The plan has more entries than one may have; nothing was run.',
    causes: ['A plan has at most 1,000 entries.'],
    fix: 'Divide it into several plans.',
  },
  E_PLAN_DUPLICATE_ID: {
    summary: 'Two entries of the plan have the same id; nothing was run.',
    causes: ['An entry was copied and kept its id.'],
    fix: 'Give each entry an id of its own.',
  },
  E_PLAN_REFERENCE: {
    summary: 'An entry of the plan refers to something that is no entry of it; nothing was run.',
    causes: [
      'The id is misspelt, or its entry was taken out.',
      'A reference is not {"$from": id} or {"$from": id, "path": pointer}.',
      'An entry that is a mere name has no id to be referred to by.',
    ],
    fix: 'Refer to the id of an entry of the same plan; put {"$literal": …} around a value that is meant as it is.',
  },
  E_PLAN_CYCLE: {
    summary: 'Entries of the plan wait for one another; nothing was run.',
    causes: ['References or after lead from an entry back to itself.'],
    fix: 'Take out one of the references of the circle that the message names.',
  },
  E_PLAN_DEPENDENCY: {
    summary:
      'The entry was not run: one that it depends on failed, or gave nothing at the path it refers to.',
    causes: ['The tool of the other entry failed, was blocked or denied.', 'The result has another shape.'],
    fix: 'Look at the result of the entry that the message names.',
  },
  // Clusters
  E_CLUSTER_UNREACHABLE: {
    summary: 'The cluster does not answer.',
    causes: [
      'The Restate server is not running, or is being started.',
      'The address of its ingress or of its admin interface is wrong, or a network lies between.',
    ],
    fix: 'Check that the server runs and that --ingress and --admin name it; what was accepted before is not lost and goes on by itself.',
  },
  E_CLUSTER_REFUSED: {
    summary: 'The cluster answered, but not with what was asked for.',
    causes: [
      'The address belongs to another server.',
      'The server is of a version that is not supported.',
      'An operator killed or purged the invocation.',
    ],
    fix: 'Read what the server said, and compare its address and version with those in the guide.',
  },
  E_CLUSTER_WORKER: {
    summary: 'The worker could not be made known to the cluster.',
    causes: [
      'The server cannot reach the address the worker is to be found under.',
      'Another version of the bundle stands under the same address.',
      'The signing key of the server is not the one the worker takes.',
    ],
    fix: 'Give the worker an address that the server reaches, one for each version of the bundle, and the public key that the server prints at its start.',
  },
  E_CLUSTER_SERVER: {
    summary: 'The local Restate server could not be started.',
    causes: [
      'The optional package with the server was left out of the installation, or there is none for this kind of machine.',
      'A port is taken, or the folder belongs to another server.',
    ],
    fix: 'Install again with npm ci --include=optional, and read the log where the message names one.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

/** One of the codes of the closed list. */
export type ErrorCode = keyof typeof errorCodes;

/** True when `value` is one of the codes of the closed list. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value);
}

/** The address of the page about a code; it names `docs/errors/<CODE>.md`. */
export function helpUrlOf(code: ErrorCode): string {
  return `https://docs.goondan.ai/errors/${code}`;
}

/** What to do about a code when nothing more exact is known. */
export function suggestionOf(code: ErrorCode): string {
  return errorCodes[code].fix;
}

/** The class-like name of a code: `E_TOOL_NOT_IN_CATALOG` is a `ToolNotInCatalogError`. */
export function errorNameOf(code: ErrorCode): string {
  const words = code.slice(2).toLowerCase().split('_');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Error`;
}
