// Answers each message of a channel exactly once, also those that were posted while it was away. See README.md.
package main

import (
	"fmt"
	"github.com/gorilla/websocket"
	"math"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"time"
)

var url, token, channel, file = os.Getenv("PALAVER_URL"), os.Getenv("PALAVER_TOKEN"), os.Getenv("PALAVER_CHANNEL"), os.Getenv("CURSOR_FILE")
var failures float64 // in a row
// reply sends the same key in each attempt: the answer is posted once, also after a crash before the cursor is saved.
func reply(id any) error {
	request, _ := http.NewRequest("POST", fmt.Sprintf("%s/api/messages/%s/thread", url, id), strings.NewReader(`{"content": "Received."}`))
	request.Header = http.Header{"Authorization": {"Bearer " + token}, "Content-Type": {"application/json"}, "Idempotency-Key": {fmt.Sprint("reply-", id)}}
	response, err := http.DefaultClient.Do(request)
	if err == nil && response.StatusCode != 201 {
		err = fmt.Errorf("the reply was answered with %s", response.Status)
	}
	return err
}

// receive handles one frame. An error ends the connection, and the next one goes on from the cursor.
func receive(socket *websocket.Conn) (err error) {
	var frame struct{ Type, Data any }
	err = socket.ReadJSON(&frame)
	data, _ := frame.Data.(map[string]any)
	seq, hasSeq := data["seq"].(float64) // Each event has one, and `resync`, where the log begins later than our cursor.
	if cursor, unknown := os.ReadFile(file); frame.Type == "ready" {
		err = socket.WriteMessage(1, []byte(fmt.Sprintf(`{"type": "subscribe", "data": {"channelIds": [%q], "since": {%s}}}`, channel, cursor)))
	} else if frame.Type == "subscribed" && unknown != nil {
		seq, hasSeq = data["channels"].([]any)[0].(map[string]any)["seq"].(float64) // Panics where the channel is denied.
	} else if frame.Type == "message.created" && data["superseded"] == nil && data["user"].(map[string]any)["bot"] == false {
		err = reply(data["id"])
	}
	if err == nil && hasSeq { // Written to another file first, so that a crash leaves the old cursor or the new one.
		os.WriteFile(file+".new", []byte(fmt.Sprintf("%q: %.0f", channel, seq)), 0o600)
		failures, err = 0, os.Rename(file+".new", file)
	}
	return err
}

func main() {
	for ; ; failures++ {
		socket, response, err := websocket.DefaultDialer.Dial(strings.Replace(url, "http", "ws", 1)+"/api/ws", http.Header{"Authorization": {"Bearer " + token}})
		for err == nil {
			err = receive(socket)
		}
		if println(err.Error()); websocket.IsCloseError(err, 4401) || response != nil && response.StatusCode == 401 {
			return // The token is not valid any more.
		}
		least := map[bool]float64{true: 2}[websocket.IsCloseError(err, 1012)] // The service restarts.
		time.Sleep(time.Duration(rand.Float64() * math.Max(least, math.Min(30, math.Exp2(failures-2))) * float64(time.Second)))
	}
}
