# What the page behind a download link says.

download-opening = リンクを開いています…
download-from = 送信者: { $sender }
download-from-somebody = あなた宛のファイル
download-available-until = { $time } までダウンロードできます
download-available-always = 期限なしでダウンロードできます
download-left = { $count ->
   *[other] あと { $count } 回ダウンロードできます
}
download-left-begun = ダウンロードは 1 回として数えられました。このタブでは、回数を消費せずにすべてのファイルを取得できます。
download-bytes = { $bytes } バイト
download-all = すべてダウンロード ({ $size })
download-all-offered = 利用できるものをダウンロード ({ $size })
download-one = ダウンロード
download-get = { $name } をダウンロード
download-selected = 選択したものをダウンロード
download-save-to-folder = フォルダーに保存…
download-files = ファイル
download-search = ファイルを検索
download-found = { $count ->
    [0] 見つかりませんでした。名前の別の部分でお試しください。
   *[other] { $count } 個のファイルが見つかりました
}
download-choose = { $name } を選択
download-choose-hint = 一部だけをダウンロードするには、ファイルまたはフォルダーにチェックを入れてください。
download-chosen = { $count ->
   *[other] { $count } 個のファイルを選択中 ({ $size })
}
download-clear = 選択を解除
download-too-many = zip に入れられる選択ファイルは { $most } 個までです。選択を減らすか、すべてをダウンロードしてください。
download-too-many-clean = 提供できないファイルがあり、残りは 1 つの zip には多すぎます。下で一度に { $most } 個まで選択してください。
download-state-infected = ウイルス検出のため提供できません
download-state-scanning = ウイルスを検査中
download-state-incomplete = 未完了
download-infected = これらのファイルでウイルスが検出されたため、提供できません。何もダウンロードされていません。別のファイルを選ぶか、送信者にお問い合わせください。
download-infected-note = { $count ->
   *[other] { $count } 個のファイルでウイルスが検出されました。そのファイルは提供されませんが、ほかのファイルはダウンロードできます。
}
download-scanning-note = { $count ->
   *[other] { $count } 個のファイルはまだウイルス検査中です。終わりしだい、ここで利用できるようになります。
}
download-asking = ダウンロードを準備しています…
download-preparing = zip を準備しています。準備ができしだい、ダウンロードは自動的に始まります。個別のファイルは今すぐ取得できます。
download-started = ブラウザーが { $name } をダウンロードしています。
download-start-again = 始まらない場合は、もう一度ダウンロード
download-password-title = このリンクにはパスワードがあります
download-password-text = 送信者がファイルを保護しています。受け取ったパスワードを入力してください。
download-password-label = パスワード
download-password-open = 開く
download-password-wrong = パスワードが正しくありません。大文字と小文字を確認するか、送信者にお尋ねください。
download-end-incomplete = このアドレスは完全ではありません
download-end-incomplete-text = ファイルを開くための部分が欠けています。受け取ったメッセージのリンクをもう一度開くか、リンク全体をコピーしてください。
download-end-unknown = このリンクの先には何もありません
download-end-unknown-text = リンクが途中で切れているか、入力が間違っている可能性があります。受け取ったメッセージからリンク全体をコピーして、もう一度お試しください。
download-end-expired = これらのファイルはもう利用できません
download-end-expired-text = 期限が過ぎたため、ファイルは削除されました。
download-end-inactive = これらのファイルは現在ダウンロードできません
download-end-inactive-text = まだ送信中であるか、送信者がリンクを取り消しました。しばらくしてからもう一度お試しください。
download-end-withdrawn = このリンクは取り消されました
download-end-withdrawn-text = 送信者がリンクを無効にしました。進行中のダウンロードは最後まで完了できます。
download-end-locked = このリンクは使い切られました
download-end-locked-text = 送信者がダウンロード回数を制限しており、その回数に達しました。
download-end-pace = 少々お待ちください
download-end-pace-text = 短い時間に試行が多すぎました。しばらく待ってから、もう一度お試しください。
download-end-network = 接続がありません
download-end-fault = うまくいきませんでした
download-end-fault-text = サーバーに問題が発生しています。何もダウンロードされず、回数も数えられていません。数分後にもう一度お試しください。
download-end-ask = ファイルがまだ必要な場合は、{ $sender } に新しいリンクをご依頼ください。
download-end-ask-somebody = ファイルがまだ必要な場合は、リンクの送り主に新しいリンクをご依頼ください。
download-agent-title = ブラウザーには大きすぎる量です
download-agent-text = Tonnage エージェントは、この大きさのパッケージをより速く取得し、中断されても続きから再開します。インストール済みの場合は、次のコマンドを実行してください。
download-pause = 一時停止
download-resume = 再開
download-stop = 中止
download-save-title = フォルダーに保存しています
download-save-choose = ブラウザーのウィンドウでフォルダーを選択してください。
download-save-forbidden = ブラウザーがこのフォルダーへの書き込みを許可しませんでした。何も保存されていません。別のフォルダーを選ぶか、zip でダウンロードしてください。
download-save-files = { $total } 個中 { $done } 個のファイル
download-save-bytes = { $total } 中 { $done }
download-save-speed = 毎秒 { $speed }
download-save-left = 残り約 { $time }
download-save-running = このページを開いたままにしてください。いつでも一時停止でき、届いた分は残ります。
download-save-waiting = ネットワークに接続できません。自動的に再開します。失われたものはありません。
download-save-paused = 一時停止中です。届いた分は残ります。
download-save-full = ディスクがいっぱいです。空きを作ってから再開してください。
download-save-done = 保存できるものはすべてフォルダーに入りました。
download-save-stopped = 中止しました。完了したファイルはフォルダーに残ります。
download-save-ended = 保存を続けられません。完了したファイルはフォルダーに残ります。
download-save-failures = { $count ->
   *[other] { $count } 個のファイルは保存されませんでした:
}
download-save-failure-place = ブラウザーがこの名前または場所を許可していません
download-save-failure-size = 届いたサイズが正しくありません。もう一度試すか、個別にダウンロードしてください
download-save-failure-damaged = 何度も破損した状態で届きました。後でもう一度お試しください
download-save-failure-refused = ストレージに拒否されました。後でもう一度お試しください
download-save-failure-infected = ウイルスが検出されました
