<?php
/** Your site: the tokens of its users, and the hooks that the booking server asks. PHP serves the files of `public/`. */

// The settings that `dx-booking init` has written.
preg_match_all("/^(\w+)='?(.*?)'?$/m", file_get_contents(__DIR__ . '/.env'), $lines, PREG_SET_ORDER);
foreach ($lines as [, $name, $value]) {
    $_ENV[$name] = $value;
}
require __DIR__ . '/tokens.php';
require __DIR__ . '/hooks.php';

/** Replace this with your own sign-in. Return null if nobody is signed in. */
function user_id(): ?string {
    return $_COOKIE['test_user'] ?? null;
}

// Remove this with it: on your own machine, opening the page signs in a new test user. A return from a payment page does not.
if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) === '/' && strtok($_SERVER['HTTP_HOST'], ':') === 'localhost') {
    if (user_id() === null || ($_SERVER['HTTP_SEC_FETCH_SITE'] ?? '') === 'none') {
        setcookie('test_user', bin2hex(random_bytes(16)), ['httponly' => true]);
    }
    readfile(__DIR__ . '/public/index.html');
    return true;
}

/** Whether the booking server signed these exact bytes within the last five minutes. */
function is_signed(string $body): bool {
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($_ENV['HOOKS_SECRET'], strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

function respond(array $result): void {
    header('content-type: application/json');
    echo json_encode($result);
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    return false;
}
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$body = file_get_contents('php://input');
if ($path === '/subject-token') {
    $user_id = user_id();
    $user_id === null ? http_response_code(401) : respond(['token' => issue_token($user_id)]);
} elseif (!is_signed($body)) {
    http_response_code(401);
} else {
    ['hook' => $hook, 'request' => $request] = json_decode($body, true);
    if ($path !== "/hooks/$hook" || !isset(HOOKS[$hook])) {
        http_response_code(404);
    } else {
        respond(['result' => HOOKS[$hook]($request)]);
    }
}
